import type { Clock } from '../clock.ts'
import type { Actor } from './actor.ts'
import { hasScope } from './auth.ts'
import { PROOF_MS } from './session-proofs.ts'

/**
 * Scope for showing API keys and redemption codes in clear text to access tokens. Scopes for reading do not include it,
 * because a key spends its owner's money and a code is money. Sessions need a recent proof of identity instead.
 */
const SHOW_SCOPE = 'keys:show'

/** The properties of a caller that decide whether keys are shown in clear text. */
export type KeyReader = Pick<Actor, 'scopes' | 'provedMs'>

export const maySeeKeys = ({ scopes, provedMs }: KeyReader, clock: Clock): boolean =>
  hasScope(scopes, SHOW_SCOPE) && (provedMs === undefined || clock.now() - provedMs <= PROOF_MS)

const ENDS_MAX = 4

/**
 * Masks a key but keeps both ends of a long one for recognition, and less of a short one, so that most of it stays
 * unknown.
 */
export function maskKey(key: string): string {
  const ends = Math.min(ENDS_MAX, Math.floor(key.length / 8))
  return `${key.slice(0, ends)}***${key.slice(key.length - ends)}`
}
