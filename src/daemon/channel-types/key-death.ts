import type { UpstreamFailure } from '../protocols/types.ts'
import type { ChannelType } from './types.ts'

/** Statuses with which every vendor refuses a key or an account without money. */
const DEAD_STATUSES: ReadonlySet<number> = new Set([401, 402])

const DEAD_CODES: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_quota',
])

const DEAD_TYPES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
])

/**
 * Reports whether a failure stated by the upstream means that the key no longer works and should be disabled. Do not call it
 * for Tollgate's own failures.
 *
 * @param status the upstream's status, before any mapping
 * @param keywords the administrator's list, one per line, compared without case; empty lines are ignored
 */
export function isKeyDead(
  type: ChannelType,
  status: number,
  failure: UpstreamFailure,
  keywords: string,
): boolean {
  if (DEAD_STATUSES.has(status) || DEAD_CODES.has(failure.code) || DEAD_TYPES.has(failure.type)) return true
  if (type.isKeyDead?.(status, failure)) return true
  if (keywords === '' || failure.message === '') return false
  const message = failure.message.toLowerCase()
  return keywords.split('\n').some((line) => {
    const keyword = line.trim().toLowerCase()
    return keyword !== '' && message.includes(keyword)
  })
}
