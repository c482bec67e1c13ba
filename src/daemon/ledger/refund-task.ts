import type { Knex } from 'knex'
import { type Amount, amount, ZERO } from '../money/amount.ts'
import { walletKinds } from './credit.ts'
import { type CreditLog, writeLogRow } from './log-row.ts'
import { entryKinds, requestKinds } from './operations.ts'

/** The refund of a charge whose task failed. */
export interface TaskRefund {
  /** The request that was charged. */
  readonly requestId: string
  readonly userId: number
  readonly atMs: number
  /** @param returned the refunded amount */
  log(returned: Amount): CreditLog
}

/** Returns the charges of a request minus its refunds. */
export async function readNetCharge(db: Knex, requestId: string, userId: number): Promise<Amount> {
  const [booked] = await bookedFor(db, requestId, userId).sum<{ sum: number | string | null }[]>({
    sum: 'delta',
  })
  return -BigInt(booked?.sum ?? 0) as Amount
}

const bookedFor = (db: Knex, requestId: string, userId: number) =>
  db('entries')
    .where({ ref: requestId, user_id: userId, wallet_kind: walletKinds.quota })
    .whereIn('kind', requestKinds)

/**
 * Refunds the whole charge of a request to the account and the token, inside the caller's transaction, and lowers the used
 * quota of both. The channel's counter stays. Does nothing if nothing was charged or everything was already refunded.
 *
 * @returns the refunded amount
 */
export async function refundTask(trx: Knex.Transaction, refund: TaskRefund): Promise<Amount> {
  const { requestId, userId, atMs } = refund
  const owner = { user_id: userId, kind: walletKinds.quota }
  const wallet = await trx('wallets').where(owner).forUpdate().first('balance', 'used', 'last_wseq')
  if (wallet === undefined) throw new Error(`no wallet of user ${userId}`)
  const charges = await bookedFor(trx, requestId, userId)
    .orderBy('id')
    .select<{ delta: number; token_id: number | null; period_seq: number | null }[]>(
      'delta',
      'token_id',
      'period_seq',
    )
  const charged = charges.reduce((sum, { delta }) => sum - BigInt(delta), 0n) as Amount
  const [first] = charges
  if (charged <= 0n || first === undefined) return ZERO
  const balance = (amount(wallet.balance) + charged) as Amount
  const wseq = Number(wallet.last_wseq) + 1
  await trx('wallets')
    .where(owner)
    .update({
      balance: String(balance),
      used: String(amount(wallet.used) - charged),
      last_wseq: wseq,
    })
  if (first.token_id !== null) await refundBudget(trx, Number(first.token_id), first.period_seq, charged)
  await trx('entries').insert({
    user_id: userId,
    wallet_kind: walletKinds.quota,
    wseq,
    kind: entryKinds.taskRefund,
    ref: requestId,
    delta: String(charged),
    balance_after: String(balance),
    token_id: first.token_id,
    channel_id: null,
    at_ms: atMs,
    is_logged: 1,
    note: 'task',
    period_seq: first.period_seq,
  })
  await writeLogRow(
    trx,
    { userId, delta: charged, atMs, ...(first.token_id === null ? {} : { tokenId: Number(first.token_id) }) },
    refund.log(charged),
  )
  return charged
}

/** Returns the quota to the token, and to its budget period unless that is over. */
async function refundBudget(
  trx: Knex.Transaction,
  tokenId: number,
  periodSeq: number | null,
  charged: Amount,
): Promise<void> {
  const row = await trx('token_budgets')
    .where({ token_id: tokenId })
    .forUpdate()
    .first('remain', 'used', 'period', 'period_seq', 'period_used')
  if (row === undefined) return
  const isRunning =
    periodSeq !== null && Number(row.period) !== 0 && Number(row.period_seq) === Number(periodSeq)
  await trx('token_budgets')
    .where({ token_id: tokenId })
    .update({
      remain: String(amount(row.remain) + charged),
      used: String(amount(row.used) - charged),
      ...(isRunning ? { period_used: String(amount(row.period_used) - charged) } : {}),
    })
}
