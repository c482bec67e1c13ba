import type { AssistantPart, ReasoningPart } from './types.ts'

/*
 * Google binds its signature to a tool call; every other protocol knows such a state only beside reasoning. On the way to
 * their clients it stands as reasoning right before the call, on the way back to Google it is bound to the call again.
 */

/** The parts with each call's state as reasoning before it. */
export function statesBeforeCalls(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  if (!parts.some((part) => part.kind === 'tool-call' && part.state)) return parts
  const result: AssistantPart[] = []
  for (const part of parts) {
    if (part.kind !== 'tool-call' || !part.state) {
      result.push(part)
      continue
    }
    const { state, ...call } = part
    const last = result.at(-1)
    if (last?.kind === 'reasoning' && !last.state) result[result.length - 1] = { ...last, state }
    else result.push({ kind: 'reasoning', text: '', state })
    result.push(call)
  }
  return result
}

/** The parts with a state that stands right before a call bound to that call. */
export function statesOnCalls(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  const result: AssistantPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (part.kind !== 'tool-call' || part.state || !isBindable(last)) {
      result.push(part)
      continue
    }
    const { state, ...thought } = last
    if (thought.text === '') result.pop()
    else result[result.length - 1] = thought
    result.push({ ...part, state })
  }
  return result
}

const isBindable = (
  part: AssistantPart | undefined,
): part is ReasoningPart & { readonly state: NonNullable<ReasoningPart['state']> } =>
  part?.kind === 'reasoning' && part.state?.origin === 'google' && part.isRedacted !== true
