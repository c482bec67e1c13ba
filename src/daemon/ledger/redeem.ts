import type { Knex } from 'knex'
import { AppError } from '../errors/app-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { type Amount, amount } from '../money/amount.ts'
import { credit, walletKinds } from './credit.ts'
import type { CreditLog } from './log-row.ts'
import { entryKinds } from './operations.ts'
import { lockWithInviter, payRebate, type RebateTerms } from './rebate.ts'

export interface RedeemRequest {
  /** Look-up hash of the code that was typed. */
  readonly keyHash: string
  readonly userId: number
  readonly nowMs: number
  /** Builds the user's log row once the code is known to be valid. */
  readonly log?: (quota: Amount) => CreditLog
  /** The inviter's rebate for an ordinary code; absent = none. */
  readonly rebate?: RebateTerms
}

export interface Redeemed {
  readonly redemptionId: number
  readonly name: string
  readonly quota: Amount
  readonly isGift: boolean
}

interface RedemptionRow {
  readonly id: number
  readonly name: string
  readonly quota: number
  readonly status: number
  readonly is_gift: number
  readonly max_uses: number
  readonly used_count: number
  readonly valid_from: number
  readonly valid_until: number
  readonly deleted_time: number | null
}

/**
 * Redeems a code inside the caller's transaction. Three guards, each sufficient alone, prevent paying twice: the
 * conditional update, the key of `redemption_uses` (gifts), and the entry that exists once per code and user.
 *
 * Unknown, used, disabled and invalid codes run the same statements, so that response times do not reveal which codes
 * exist.
 *
 * @throws AppError `redeem_invalid`, `redeem_used`, `redeem_disabled`, `redeem_not_yet`, `redeem_expired`,
 * `redeem_limit_reached`, `redeem_already_by_you`; the transaction must then be rolled back
 */
export async function redeem(trx: Knex.Transaction, request: RedeemRequest): Promise<Redeemed> {
  const { keyHash, userId, nowMs } = request
  const now = Math.floor(nowMs / 1000)
  const row: RedemptionRow | undefined = await trx('redemptions')
    .where({ key_hash: keyHash })
    .forUpdate()
    .first(
      'id',
      'name',
      'quota',
      'status',
      'is_gift',
      'max_uses',
      'used_count',
      'valid_from',
      'valid_until',
      'deleted_time',
    )
  const use = await trx('redemption_uses')
    .where({ redemption_id: row?.id ?? 0, user_id: userId })
    .first('at_ms')
  const changed = await trx('redemptions')
    .where({ key_hash: keyHash, status: 1, deleted_time: null })
    .where((valid) => valid.where('valid_from', 0).orWhere('valid_from', '<=', now))
    .where((valid) => valid.where('valid_until', 0).orWhere('valid_until', '>=', now))
    .where((left) =>
      left
        .where((single) => single.where('is_gift', 0).where('used_count', 0))
        .orWhere((gift) =>
          gift
            .where('is_gift', 1)
            .where((uses) => uses.where('max_uses', -1).orWhereRaw('used_count < max_uses')),
        ),
    )
    .whereNotExists(
      trx('redemption_uses')
        .select(trx.raw('1'))
        .whereRaw('redemption_id = redemptions.id')
        .where('user_id', userId),
    )
    .update({
      used_count: trx.raw('used_count + 1'),
      status: trx.raw(
        'CASE WHEN is_gift = 0 OR (max_uses <> -1 AND used_count + 1 >= max_uses) THEN 3 ELSE 1 END',
      ),
      used_user_id: trx.raw('CASE WHEN is_gift = 0 THEN CAST(? AS BIGINT) ELSE used_user_id END', [userId]),
      redeemed_time: now,
    })
  const inviter = await lockWithInviter(trx, userId)
  if (row === undefined || changed !== 1) throw new AppError(refusal(row, use !== undefined, now))

  const isGift = row.is_gift === 1
  if (isGift) await trx('redemption_uses').insert({ redemption_id: row.id, user_id: userId, at_ms: nowMs })
  const quota = amount(row.quota)
  const ref = isGift ? `redemption:${row.id}:${userId}` : `redemption:${row.id}`
  const booked = await credit(trx, {
    userId,
    walletKind: walletKinds.quota,
    kind: entryKinds.redeem,
    ref,
    delta: quota,
    atMs: nowMs,
    ...(request.log && { log: request.log(quota) }),
  })
  if (booked.isReplay) throw new AppError('redeem_used')
  if (!isGift && inviter !== undefined && request.rebate !== undefined)
    await payRebate(trx, { userId, ref, amount: quota, atMs: nowMs }, inviter, request.rebate)
  return { redemptionId: row.id, name: row.name, quota, isGift }
}

function refusal(row: RedemptionRow | undefined, wasByUser: boolean, now: number): ErrorCode {
  if (row === undefined || row.deleted_time !== null) return 'redeem_invalid'
  if (wasByUser) return 'redeem_already_by_you'
  if (row.status === 2) return 'redeem_disabled'
  if (row.status === 3) return row.is_gift === 1 ? 'redeem_limit_reached' : 'redeem_used'
  if (row.valid_from !== 0 && row.valid_from > now) return 'redeem_not_yet'
  if (row.valid_until !== 0 && row.valid_until < now) return 'redeem_expired'
  return row.is_gift === 1 ? 'redeem_limit_reached' : 'redeem_used'
}
