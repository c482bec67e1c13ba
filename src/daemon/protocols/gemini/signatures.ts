import { tagStateAsBase64, untagBase64State } from '../conversation/opaque-state.ts'
import type { AssistantPart, OpaqueState, ReasoningOrigin } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { textMember } from './members.ts'

/**
 * Documented stand-in for a signature that is not known: models of the third generation answer 400 to a call of the
 * current turn without one.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const UNKNOWN_SIGNATURE = 'skip_thought_signature_validator'

/** The state that a part carries; the stand-in is none. */
export function readSignature(part: JsonObject): OpaqueState | undefined {
  const signature = textMember(part, 'thoughtSignature')
  return signature === undefined || signature === UNKNOWN_SIGNATURE
    ? undefined
    : untagBase64State(signature, 'google')
}

/** State for a client: Google's as it was, that of others tagged, so that it finds its way back. */
export const writeSignature = (state: OpaqueState): string =>
  state.origin === 'google' ? state.value : tagStateAsBase64(state)

/** State for an upstream: only the family that made it can read it. */
export const signatureFor = (state: OpaqueState | undefined, origin: ReasoningOrigin): string | undefined =>
  state?.origin === origin ? state.value : undefined

/**
 * Binds a signature to the block of thought right before it, or lets it stand alone. Google puts the signature of a thought
 * on whatever part comes next, so most of them arrive this way. If the signature contains its text, that text is used.
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

/** Adds to the block of thought that is open: streams cut one into pieces. */
export function appendReasoning(parts: AssistantPart[], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === 'reasoning' && !last.state) parts[parts.length - 1] = { ...last, text: last.text + text }
  else parts.push({ kind: 'reasoning', text })
}
