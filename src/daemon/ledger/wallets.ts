import type { Knex } from 'knex'
import { type Amount, amount, ZERO } from '../money/amount.ts'
import { walletKinds } from './credit.ts'

/**
 * A user's money as shown to people. Allowances are not deducted: the user can still spend the quota that a daemon holds for
 * future requests, and the requests that it holds in memory last a few seconds at most.
 */
export interface WalletView {
  /** Free to spend: balance minus holds of requests. The API's `quota`. */
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
  /** See `BudgetRow` in `rows.ts`. The counted amounts belong to the period that ends at `periodEndMs`. */
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
    .select('user_id', 'kind', 'balance', 'held', 'used', 'requests', lentTo(db, 'wallets.user_id'))
  for (const row of rows) {
    const userId = Number(row.user_id)
    const known = views.get(userId) ?? emptyWallet
    const isQuota = Number(row.kind) === walletKinds.quota
    const held = without(row.held, isQuota ? row.lent : 0)
    const free = (amount(row.balance) - held) as Amount
    if (!isQuota) views.set(userId, { ...known, affiliate: free })
    else
      views.set(userId, {
        ...known,
        quota: free,
        balance: amount(row.balance),
        held,
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
      lentTo(db, 'token_budgets.token_id'),
    )
  return new Map(
    rows.map((row): [number, TokenBudgetView] => {
      const tokenId = Number(row.token_id)
      const held = without(row.held, row.lent)
      return [
        tokenId,
        {
          unlimited: Number(row.unlimited) === 1,
          remain: amount(row.remain),
          held,
          available: (amount(row.remain) - held) as Amount,
          used: amount(row.used),
          granted: amount(row.granted),
          accessedMs: Number(row.accessed_ms),
          period: Number(row.period),
          periodLimit: amount(row.period_limit),
          periodUsed: amount(row.period_used),
          periodHeld: amount(row.period_held),
          periodEndMs: Number(row.period_end_ms),
        },
      ]
    }),
  )
}

const without = (held: number | bigint, lent: number | bigint): Amount =>
  (amount(held) - amount(lent)) as Amount

/**
 * Subquery for the sum of allowances. It is part of the statement that reads the holds, so that an allowance that is taken
 * or given back meanwhile is in both sums or in neither.
 */
const lentTo = (db: Knex, owner: 'wallets.user_id' | 'token_budgets.token_id') =>
  db.raw(
    `CAST((SELECT coalesce(sum(amount), 0) FROM holds
      WHERE is_allowance = 1 AND holds.${owner.split('.')[1]} = ${owner}) AS BIGINT) AS lent`,
  )
