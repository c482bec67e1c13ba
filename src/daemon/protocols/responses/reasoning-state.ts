import { tagState, untagState } from '../conversation/opaque-state.ts'
import type { OpaqueState } from '../conversation/types.ts'

/*
 * Reasoning of any vendor is sent in `encrypted_content`. The fact that a vendor withheld the text (Anthropic's
 * `redacted_thinking`) must survive the way to the client and back, because such a block has another type. It is stored
 * in place of the item's id, which that vendor does not have.
 */
const REDACTED = 'redacted'

/** A state, and whether the vendor withheld its text. */
export interface ReadState {
  readonly state: OpaqueState
  readonly isRedacted: boolean
}

export function writeEncryptedContent(state: OpaqueState, isRedacted: boolean): string {
  return tagState(isRedacted && state.id === undefined ? { ...state, id: REDACTED } : state)
}

/** @param itemId id of the item that contained it; OpenAI requires it together with its own state */
export function readEncryptedContent(text: string, itemId: string | undefined): ReadState {
  const { origin, value, id } = untagState(text, 'openai')
  if (id === REDACTED) return { state: { origin, value }, isRedacted: true }
  const known = id ?? (value === text ? itemId : undefined)
  return { state: { origin, value, ...(known !== undefined && { id: known }) }, isRedacted: false }
}
