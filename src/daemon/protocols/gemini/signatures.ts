import { tagStateAsBase64, untagBase64State } from '../conversation/opaque-state.ts'
import type { AssistantPart, OpaqueState, ReasoningOrigin } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { textMember } from './members.ts'

/**
 * Documented placeholder for an unknown signature: third-generation models answer 400 to a call of the current turn
 * without one.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const UNKNOWN_SIGNATURE = 'skip_thought_signature_validator'

/** Returns the state of a part; the placeholder is not one. */
export function readSignature(part: JsonObject): OpaqueState | undefined {
  const signature = textMember(part, 'thoughtSignature')
  return signature === undefined || signature === UNKNOWN_SIGNATURE
    ? undefined
    : untagBase64State(signature, 'google')
}

/** Encodes state for a client: Google's is unchanged, that of others is tagged with its origin. */
export const writeSignature = (state: OpaqueState): string =>
  state.origin === 'google' ? state.value : tagStateAsBase64(state)

/** Returns the state for an upstream, if it belongs to the model family that made it. */
export const signatureFor = (state: OpaqueState | undefined, origin: ReasoningOrigin): string | undefined =>
  state?.origin === origin ? state.value : undefined

/**
 * Attaches a signature to the reasoning block right before it, or adds it as a separate part. Google puts the signature
 * of a thought on whatever part comes next, so most of them arrive this way. If the signature contains its text, that
 * text is used.
 */
export function bindState(parts: AssistantPart[], state: OpaqueState, isRedacted: boolean): void {
  const last = parts.at(-1)
  const { signedText, ...own } = state
  if (last?.kind === 'reasoning' && !last.state)
    parts[parts.length - 1] = { ...last, text: signedText ?? last.text, state: own }
  else
    parts.push({
      kind: 'reasoning',
      text: signedText ?? '',
      state: own,
      ...(isRedacted && { isRedacted: true }),
    })
}

/** Appends to the current reasoning block, because streams split blocks into pieces. */
export function appendReasoning(parts: AssistantPart[], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'reasoning' && !last.state) parts[parts.length - 1] = { ...last, text: last.text + text }
  else parts.push({ kind: 'reasoning', text })
}
