import type { Knex } from 'knex'
import { type Amount, amount, ZERO } from '../money/amount.ts'
import { walletKinds } from './credit.ts'

/** A user's money as people see it. */
export interface WalletView {
  /** Free to spend: balance minus holds. The API's `quota`. */
  readonly quota: Amount
  readonly balance: Amount
  readonly held: Amount
  /** The API's `used_quota`. */
  readonly used: Amount
  /** The API's `request_count`. */
  readonly requests: number
  /** Free invitation earnings. The API's `aff_quota`. */
  readonly affiliate: Amount
}

export interface TokenBudgetView {
  readonly unlimited: boolean
  /** Granted minus used; holds not deducted. */
  readonly remain: Amount
  readonly held: Amount
  /** Free to spend: remainder minus holds. The API's `remain_quota`. */
  readonly available: Amount
  /** The API's `used_quota`. */
  readonly used: Amount
  readonly granted: Amount
  /** Unix milliseconds of the last request, 0 = none. */
  readonly accessedMs: number
  /** See the rows of the ledger. What is counted belongs to the period that ends at `periodEndMs`. */
  readonly period: number
  readonly periodLimit: Amount
  readonly periodUsed: Amount
  readonly periodHeld: Amount
  readonly periodEndMs: number
}

export const emptyWallet: WalletView = {
  quota: ZERO,
  balance: ZERO,
  held: ZERO,
  used: ZERO,
  requests: 0,
  affiliate: ZERO,
}

/** @returns by user id; a user without wallets is absent */
export async function readWallets(
  db: Knex,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, WalletView>> {
  const views = new Map<number, WalletView>()
  if (userIds.length === 0) return views
  const rows = await db('wallets')
    .whereIn('user_id', [...userIds])
    .select('user_id', 'kind', 'balance', 'held', 'used', 'requests')
  for (const row of rows) {
    const userId = Number(row.user_id)
    const known = views.get(userId) ?? emptyWallet
    const free = (amount(row.balance) - amount(row.held)) as Amount
    if (Number(row.kind) === walletKinds.affiliate) views.set(userId, { ...known, affiliate: free })
    else
      views.set(userId, {
        ...known,
        quota: free,
        balance: amount(row.balance),
        held: amount(row.held),
        used: amount(row.used),
        requests: Number(row.requests),
      })
  }
  return views
}

/** @returns by token id; a token without a budget is absent */
export async function readTokenBudgets(
  db: Knex,
  tokenIds: readonly number[],
): Promise<ReadonlyMap<number, TokenBudgetView>> {
  if (tokenIds.length === 0) return new Map()
  const rows = await db('token_budgets')
    .whereIn('token_id', [...tokenIds])
    .select(
      'token_id',
      'unlimited',
      'remain',
      'held',
      'used',
      'granted',
      'accessed_ms',
      'period',
      'period_limit',
      'period_used',
      'period_held',
      'period_end_ms',
    )
  return new Map(
    rows.map((row): [number, TokenBudgetView] => [
      Number(row.token_id),
      {
        unlimited: Number(row.unlimited) === 1,
        remain: amount(row.remain),
        held: amount(row.held),
        available: (amount(row.remain) - amount(row.held)) as Amount,
        used: amount(row.used),
        granted: amount(row.granted),
        accessedMs: Number(row.accessed_ms),
        period: Number(row.period),
        periodLimit: amount(row.period_limit),
        periodUsed: amount(row.period_used),
        periodHeld: amount(row.period_held),
        periodEndMs: Number(row.period_end_ms),
      },
    ]),
  )
}
