import type { Knex } from 'knex'
import type { Amount } from '../money/amount.ts'
import { credit, walletKinds } from './credit.ts'
import type { CreditLog } from './log-row.ts'
import { entryKinds } from './operations.ts'

export interface EarningsTransfer {
  readonly userId: number
  /** Identifies the occasion; unique for ever. */
  readonly ref: string
  /** Above zero. */
  readonly amount: Amount
  readonly atMs: number
  readonly log: CreditLog
}

/**
 * Moves invitation earnings to the balance inside the caller's transaction: two entries with one reference that add up
 * to zero (invariant I12).
 *
 * @returns the free amount of each wallet afterwards
 * @throws AppError `insufficient_user_quota` if less has been earned, `amount_out_of_range`
 */
export async function transferEarnings(
  trx: Knex.Transaction,
  { amount, log, ...occasion }: EarningsTransfer,
): Promise<{ readonly quota: Amount; readonly affiliate: Amount }> {
  const kind = entryKinds.transfer
  const taken = await credit(trx, {
    ...occasion,
    kind,
    walletKind: walletKinds.affiliate,
    delta: -amount as Amount,
  })
  const given = await credit(trx, { ...occasion, kind, walletKind: walletKinds.quota, delta: amount, log })
  return { quota: given.available, affiliate: taken.available }
}
