import type { AssistantPart, ReasoningPart } from './types.ts'

/*
 * Google attaches its signature to a tool call; every other protocol has such state only next to reasoning. For their
 * clients, the state becomes a reasoning part right before the call. On the way back to Google, it is attached to the
 * call again.
 */

/** Moves the state of each call into a reasoning part before the call. */
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

/** Attaches each state that comes right before a call to that call. */
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
