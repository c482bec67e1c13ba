import type { Knex } from 'knex'
import { AppError } from '../errors/app-error.ts'
import { type Amount, amount, WALLET_BALANCE_MAX, ZERO } from '../money/amount.ts'
import { walletKinds } from './credit.ts'

/** Opens both wallets of a new user. They are empty; starting quota is a separate {@link credit}. Can safely be repeated. */
export async function openWallets(trx: Knex.Transaction, userId: number): Promise<void> {
  const rows = Object.values(walletKinds).map((kind) => ({ user_id: userId, kind }))
  await trx('wallets').insert(rows).onConflict(['user_id', 'kind']).ignore()
}

export interface NewTokenBudget {
  readonly tokenId: number
  readonly userId: number
  /** True if the token has no limit. `granted` is then the remainder once a limit is turned on. */
  readonly unlimited: boolean
  readonly granted: Amount
  /** Period of the spending limit: 0 none, 1 day, 2 week, 3 month. */
  readonly period: number
  readonly periodLimit: Amount
}

/** @throws AppError `amount_out_of_range` if `granted` is out of bounds */
export const openTokenBudget = (trx: Knex.Transaction, budget: NewTokenBudget): Promise<void> =>
  openTokenBudgets(trx, [budget])

/** Opens at most a hundred budgets. @throws AppError `amount_out_of_range` if a `granted` is out of bounds */
export async function openTokenBudgets(
  trx: Knex.Transaction,
  budgets: readonly NewTokenBudget[],
): Promise<void> {
  for (const { granted } of budgets) checkTokenGrant(granted)
  if (budgets.length === 0) return
  await trx('token_budgets').insert(
    budgets.map(({ tokenId, userId, unlimited, granted, period, periodLimit }) => ({
      token_id: tokenId,
      user_id: userId,
      unlimited: unlimited ? 1 : 0,
      granted: String(granted),
      remain: String(granted),
      period,
      period_limit: String(periodLimit),
    })),
  )
}

export interface TokenBudgetChange {
  readonly tokenId: number
  /** Added to both the granted and the remaining amount; a negative value reduces them. */
  readonly delta?: Amount
  readonly unlimited?: boolean
  /** A changed period starts with the next hold and with nothing spent. */
  readonly period?: number
  readonly periodLimit?: Amount
}

/**
 * Changes the grant of a token inside the caller's transaction. Holds of running requests stay, so the free amount may fall
 * below zero; further requests are then refused until it is positive again.
 *
 * @returns the remainder afterwards, holds not deducted
 * @throws AppError `token_not_found` without a budget, `amount_out_of_range` if the result would be out of bounds
 */
export async function changeTokenBudget(trx: Knex.Transaction, change: TokenBudgetChange): Promise<Amount> {
  const { tokenId, delta = ZERO, unlimited, periodLimit } = change
  const row = await trx('token_budgets')
    .where({ token_id: tokenId })
    .forUpdate()
    .first('granted', 'remain', 'period', 'period_seq')
  if (row === undefined) throw new AppError('token_not_found', { detail: { tokenId } })
  const granted = (amount(row.granted) + delta) as Amount
  const remain = (amount(row.remain) + delta) as Amount
  checkTokenGrant(granted)
  checkTokenGrant(remain)
  await trx('token_budgets')
    .where({ token_id: tokenId })
    .update({
      granted: String(granted),
      remain: String(remain),
      ...(unlimited === undefined ? {} : { unlimited: unlimited ? 1 : 0 }),
      ...(periodLimit === undefined ? {} : { period_limit: String(periodLimit) }),
      ...periodColumns(change, { period: Number(row.period), seq: Number(row.period_seq) }),
    })
  return remain
}

function periodColumns({ period }: TokenBudgetChange, before: { period: number; seq: number }) {
  if (period === undefined || period === before.period) return {}
  // The new period has its own number, so earlier holds and charges do not count in it.
  return { period, period_seq: before.seq + 1, period_end_ms: 0, period_used: '0', period_held: '0' }
}

/** @throws AppError `amount_out_of_range` */
export function checkTokenGrant(value: bigint): void {
  if (value > WALLET_BALANCE_MAX || value < -WALLET_BALANCE_MAX)
    throw new AppError('amount_out_of_range', {
      values: { field: 'remain_quota' },
      detail: { value: String(value) },
    })
}
