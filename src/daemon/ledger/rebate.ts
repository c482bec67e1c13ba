import type { Knex } from 'knex'
import { AppError } from '../errors/app-error.ts'
import type { Amount } from '../money/amount.ts'
import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { credit, walletKinds } from './credit.ts'
import type { LoggedAmount } from './log-event.ts'
import { writeLogRow } from './log-row.ts'
import { entryKinds } from './operations.ts'

/** The user who receives a share of another user's top-ups. */
export interface Inviter {
  readonly id: number
  readonly username: string
}

export interface RebateTerms {
  /** Percentage of the credit, in billionths of a per cent. */
  readonly percentage: Ratio
  /** Converts an amount for the log. */
  readonly logged: (amount: Amount) => LoggedAmount
  /** The percentage as text for people. */
  readonly percentageText: string
  readonly username: string
  readonly requestId: string
}

/**
 * Returns the inviter of a user, unless their account is banned or deactivated. Locks the wallets of both in the order in
 * which the engine locks them, so that crediting one after the other cannot deadlock.
 */
export async function lockWithInviter(trx: Knex.Transaction, userId: number): Promise<Inviter | undefined> {
  const inviter: Inviter | undefined = await trx('users as guest')
    .join('users as host', 'host.id', 'guest.inviter_id')
    .where('guest.id', userId)
    .where('host.status', 1)
    .whereNull('host.deleted_time')
    .first('host.id', 'host.username')
  await trx('wallets')
    .whereIn('user_id', inviter === undefined ? [userId] : [userId, inviter.id])
    .where({ kind: walletKinds.quota })
    .orderBy('user_id')
    .forUpdate()
    .select('user_id')
  return inviter
}

/**
 * Pays the inviter their share of a credit in the credit's own transaction, with a row in the logs of both. The share
 * is rounded down to whole thousandths of a quota unit, and a share of zero is not booked. If the inviter's wallet is
 * full they get nothing, and the credit itself still succeeds.
 *
 * @param paid the credited amount and its reference
 */
export async function payRebate(
  trx: Knex.Transaction,
  paid: { readonly userId: number; readonly ref: string; readonly amount: Amount; readonly atMs: number },
  inviter: Inviter,
  { percentage, percentageText, logged, username, requestId }: RebateTerms,
): Promise<void> {
  const share = ((paid.amount * percentage) / (100n * RATIO_SCALE)) as Amount
  if (share === 0n) return
  const { atMs } = paid
  try {
    await credit(trx, {
      userId: inviter.id,
      walletKind: walletKinds.quota,
      kind: entryKinds.rebate,
      ref: `rebate:${paid.ref}`,
      delta: share,
      atMs,
      log: {
        type: 4,
        username: inviter.username,
        event: {
          kind: 'rebate-earned',
          amount: logged(share),
          percentage: percentageText,
          guest: username,
        },
        requestId,
      },
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'amount_out_of_range') return
    throw error
  }
  await writeLogRow(
    trx,
    { userId: paid.userId, delta: 0n as Amount, atMs },
    {
      type: 4,
      username,
      event: { kind: 'rebate-caused', amount: logged(share), percentage: percentageText },
      requestId,
    },
  )
}
