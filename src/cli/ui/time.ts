/**
 * Fields of the contract that are times in unix seconds. They are listed because no rule distinguishes them from
 * durations (`response_time`, `use_time`).
 */
export const instantFields: ReadonlySet<string> = new Set([
  'created_time',
  'created_at',
  'updated_at',
  'updated_time',
  'expired_time',
  'expires_time',
  'expires_at',
  'accessed_time',
  'former_key_until',
  'budget_renews_time',
  'last_used_time',
  'test_time',
  'balance_updated_time',
  'status_time',
  'redeemed_time',
  'valid_from',
  'valid_until',
  'submit_time',
  'start_time',
  'finish_time',
  'last_check_in_time',
  'deleted_time',
])

/** The last second of the year 9999, because RFC 3339 has no later date. Providers have sent later ones with a task. */
const LAST_SECOND = 253_402_300_799

/** Formats a time as RFC 3339 in UTC without redundant fractions; `null` for 0 and -1, "not set" and "never". */
export const rfc3339 = (seconds: number): string | null =>
  seconds <= 0 || seconds > LAST_SECOND ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** Formats local time to the second, as shown in tables; empty when not set. */
export function localTime(seconds: number): string {
  if (seconds <= 0 || seconds > LAST_SECOND) return ''
  const at = new Date(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** Copies a document with all times as RFC 3339 text, which is what scripts get. */
export function withReadableTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReadableTimes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      instantFields.has(key) && typeof inner === 'number' ? rfc3339(inner) : withReadableTimes(inner),
    ]),
  )
}
