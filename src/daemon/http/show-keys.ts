import type { Actor } from './actor.ts'
import { hasScope } from './auth.ts'

/**
 * API keys and redemption codes in clear: for access tokens, a scope of its own. Reading does not include it, because a
 * key spends its owner's money and a code is money.
 */
const SHOW_SCOPE = 'keys:show'

export const maySeeKeys = ({ scopes }: Pick<Actor, 'scopes'>): boolean => hasScope(scopes, SHOW_SCOPE)

const ENDS_MAX = 4

/** Both ends of a long key, to recognise it by; of a short one less, so that most of it stays unknown. */
export function maskKey(key: string): string {
  const ends = Math.min(ENDS_MAX, Math.floor(key.length / 8))
  return `${key.slice(0, ends)}***${key.slice(key.length - ends)}`
}
