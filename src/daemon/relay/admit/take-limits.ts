import { AppError } from '../../errors/app-error.ts'
import type { RateLimiter, Verdict } from '../../limits/rate-limiter.ts'
import type { Options } from '../../options/registry.ts'
import type { Admitted } from './asked.ts'
import type { Caller } from './callers.ts'

type NoteStatus = Admitted['noteStatus']
const NOTHING_TO_NOTE: NoteStatus = () => {}

/**
 * Checks the limits of the token, then those of its user. Both windows are checked before anything counts as a success;
 * refused attempts do not count at all.
 *
 * @returns a function that counts a success once the final status is known; a promise only if there are limits
 * @throws AppError `token_rate_limited`, `token_success_limited`, `user_rate_limited`, `user_success_limited`
 */
export function takeLimits(
  caller: Caller,
  group: string,
  options: Options,
  limiter: RateLimiter,
): NoteStatus | Promise<NoteStatus> {
  const isExempt =
    options['global.rate_limit_exempt_enabled'] && group === options['global.rate_limit_exempt_group']
  const isLimited = caller.rateLimit !== undefined || options.ModelRequestRateLimitEnabled
  return isLimited && !isExempt ? countRequest(caller, options, limiter) : NOTHING_TO_NOTE
}

async function countRequest(caller: Caller, options: Options, limiter: RateLimiter): Promise<NoteStatus> {
  const successes: { key: string; limit: number; periodMs: number }[] = []
  if (caller.rateLimit) {
    const { periodMs, count, success } = caller.rateLimit
    const seconds = periodMs / 1000
    const key = `token:${caller.tokenId}`
    if (success > 0) {
      refuseOver(await limiter.peek(`${key}:ok`, success, periodMs), 'token_success_limited', {
        limit: success,
        seconds,
      })
      successes.push({ key: `${key}:ok`, limit: success, periodMs })
    }
    if (count > 0)
      refuseOver(await limiter.take(`${key}:all`, count, periodMs), 'token_rate_limited', {
        limit: count,
        seconds,
      })
  }
  if (options.ModelRequestRateLimitEnabled) {
    const minutes = options.ModelRequestRateLimitDurationMinutes
    const periodMs = minutes * 60_000
    const count = options.ModelRequestRateLimitCount
    const success = options.ModelRequestRateLimitSuccessCount
    const key = `user:${caller.userId}`
    refuseOver(await limiter.peek(`${key}:ok`, success, periodMs), 'user_success_limited', {
      limit: success,
      minutes,
    })
    if (count > 0)
      refuseOver(await limiter.take(`${key}:all`, count, periodMs), 'user_rate_limited', {
        limit: count,
        minutes,
      })
    successes.push({ key: `${key}:ok`, limit: success, periodMs })
  }
  if (successes.length === 0) return NOTHING_TO_NOTE
  return (status) => {
    if (status < 400) for (const { key, limit, periodMs } of successes) void limiter.add(key, limit, periodMs)
  }
}

function refuseOver(
  { isAllowed, retryAfterSeconds }: Verdict,
  code: 'token_rate_limited' | 'token_success_limited' | 'user_rate_limited' | 'user_success_limited',
  values: Readonly<Record<string, number>>,
): void {
  if (!isAllowed)
    throw new AppError(code, { values: { ...values, wait: retryAfterSeconds }, retryAfterSeconds })
}
