import { loggedAmount } from '../../accounts/logged-amount.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { redeem } from '../../ledger/redeem.ts'
import { type Amount, toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'
import { createTurns } from './in-turn.ts'
import { rebateTerms } from './rebate-terms.ts'
import { redemptionKeyHash } from './redemption-key.ts'

const WRONG_CODES_MAX = 10
const HOUR_MS = 3_600_000

/** Concurrent guesses must be counted one after the other, or all of them would find the budget unspent. */
const inTurn = createTurns<string>()

type Redeeming = Pick<Services, 'knex' | 'secrets' | 'clock' | 'limiter' | 'options'>

/**
 * Adds the value of a code to the caller's account, at most as often as the code allows.
 *
 * @throws AppError `redeem_code_required`, `redeem_too_many` after ten wrong codes in an hour, `self_use_mode`, and the
 *   errors of the ledger's `redeem`
 */
export async function redeemCode(
  services: Redeeming & Pick<Services, 'instanceId'>,
  text: string | undefined,
  author: Author,
): Promise<Data<'redeemCode'>> {
  if (services.options.current().SelfUseModeEnabled) throw new AppError('self_use_mode')
  const key = text?.trim() ?? ''
  if (key === '') throw new AppError('redeem_code_required', { field: 'key' })
  return inTurn(`${services.instanceId}:${author.id}`, () => redeemOne(services, key, author))
}

async function redeemOne(services: Redeeming, key: string, author: Author): Promise<Data<'redeemCode'>> {
  const { knex, secrets, clock, limiter, options } = services
  const window = `redeem:wrong:${author.id}`
  const verdict = await limiter.take(window, WRONG_CODES_MAX, HOUR_MS)
  if (!verdict.isAllowed)
    throw new AppError('redeem_too_many', { retryAfterSeconds: verdict.retryAfterSeconds })
  const rebate = rebateTerms(options.current(), author)
  try {
    const { quota, isGift } = await knex.transaction((trx) =>
      redeem(trx, {
        keyHash: redemptionKeyHash(key, secrets),
        userId: author.id,
        nowMs: clock.now(),
        log: (credited: Amount) => ({
          type: 1,
          username: author.username,
          event: { kind: 'redeemed', amount: loggedAmount(credited, options.current()) },
          requestId: author.requestId,
        }),
        ...(rebate === undefined ? {} : { rebate }),
      }),
    )
    await limiter.giveBack(window)
    return { quota: toQuota(quota), quota_exact: toExactQuota(quota), is_gift: isGift }
  } catch (error) {
    // Only unknown codes are guesses; any other code exists and was handed out.
    if (!(error instanceof AppError && error.code === 'redeem_invalid')) await limiter.giveBack(window)
    throw error
  }
}
