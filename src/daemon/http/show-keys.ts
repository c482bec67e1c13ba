import type { Clock } from '../clock.ts'
import type { Actor } from './actor.ts'
import { hasScope } from './auth.ts'
import { PROOF_MS } from './session-proofs.ts'

/**
 * API keys and redemption codes in clear: for access tokens, a scope of its own. Reading does not include it, because a
 * key spends its owner's money and a code is money. For sessions, a recent proof of who it is.
 */
const SHOW_SCOPE = 'keys:show'

/** What decides whether somebody sees keys in clear. */
export type KeyReader = Pick<Actor, 'scopes' | 'provedMs'>

export const maySeeKeys = ({ scopes, provedMs }: KeyReader, clock: Clock): boolean =>
  hasScope(scopes, SHOW_SCOPE) && (provedMs === undefined || clock.now() - provedMs <= PROOF_MS)

const ENDS_MAX = 4

/** Both ends of a long key, to recognise it by; of a short one less, so that most of it stays unknown. */
export function maskKey(key: string): string {
  const ends = Math.min(ENDS_MAX, Math.floor(key.length / 8))
  return `${key.slice(0, ends)}***${key.slice(key.length - ends)}`
}
