import { emailKey, mailboxKey } from '../accounts/email-address.ts'
import { AppError } from '../errors/app-error.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'

/**
 * Limits for emails to one address, and to one mailbox in all spellings of its address. The console lets people ask
 * again after thirty seconds.
 */
const MAIL_PERIOD_MS = 30_000
const MAILS_PER_HOUR = 10
const HOUR_MS = 3_600_000

/**
 * Counts an email to an address that a visitor entered, whatever its content, so that this site cannot be used to flood
 * a mailbox.
 *
 * @throws AppError `too_many_requests` with the seconds to wait
 */
export async function spendMail(limiter: RateLimiter, email: string): Promise<void> {
  for (const [key, count, periodMs] of [
    [emailKey(email), 1, MAIL_PERIOD_MS],
    [mailboxKey(email), MAILS_PER_HOUR, HOUR_MS],
  ] as const) {
    const verdict = await limiter.take(`mail:${periodMs}:${key}`, count, periodMs)
    if (!verdict.isAllowed)
      throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
  }
}
