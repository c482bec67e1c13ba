import type { Knex } from 'knex'
import type { Amount } from '../money/amount.ts'
import { credit, walletKinds } from './credit.ts'
import type { CreditLog } from './log-row.ts'
import { entryKinds } from './operations.ts'
import { type Order, type OrderRow, orderStates, shareOf, toOrder } from './orders.ts'

/** A payment by the name that its provider gives it. */
export interface PaymentName {
  readonly provider: string
  readonly paymentRef: string
  readonly atMs: number
}

/** The row of what was refunded of a payment, all refunds together. Every known payment has it. */
const REFUNDS = 'refunds'
/** Prefix of the rows for refunds made here, one row each. Their money is 0, because the row above has the total. */
const MADE = 'made:'

/** Keeps others from changing what belongs to the payment, until the transaction ends. */
export async function lockPayment(
  trx: Knex.Transaction,
  { provider, paymentRef, atMs }: PaymentName,
): Promise<void> {
  await trx('topup_reversals')
    .insert({ provider, payment_ref: paymentRef, ref: REFUNDS, money: 0, at_ms: atMs })
    .onConflict(['provider', 'payment_ref', 'ref'])
    .merge(['ref'])
}

/** The order that a payment has paid. */
export async function findPaidBy(
  db: Knex,
  { provider, paymentRef }: Omit<PaymentName, 'atMs'>,
): Promise<Order | undefined> {
  const row: OrderRow | undefined = await db('topup_orders')
    .where({ provider, payment_ref: paymentRef })
    .first()
  return row && toOrder(row)
}

/** What has been refunded of a payment in all, without disputes. */
export async function readRefunded(
  db: Knex,
  { provider, paymentRef }: Omit<PaymentName, 'atMs'>,
): Promise<bigint> {
  const row = await db('topup_reversals')
    .where({ provider, payment_ref: paymentRef, ref: REFUNDS })
    .first<{ money: number } | undefined>('money')
  return BigInt(row?.money ?? 0)
}

/** Notes how much of a payment has been refunded in all. Told in any order and any number of times. */
export async function noteRefunded(
  trx: Knex.Transaction,
  payment: PaymentName,
  money: bigint,
): Promise<void> {
  await lockPayment(trx, payment)
  await trx('topup_reversals')
    .where({ provider: payment.provider, payment_ref: payment.paymentRef, ref: REFUNDS })
    .where('money', '<', String(money))
    .update({ money: String(money), at_ms: payment.atMs })
}

/** A refund that was made here. */
export interface OwnRefund {
  /** The total refunded before it started. Together with `money`, this identifies the refund. */
  readonly begun: bigint
  readonly money: bigint
}

/** Records a refund made here. Refunds that ran at the same time add up; recording the same one again changes nothing. */
export async function noteOwnRefund(
  trx: Knex.Transaction,
  payment: PaymentName,
  { begun, money }: OwnRefund,
): Promise<void> {
  await lockPayment(trx, payment)
  const { provider, paymentRef, atMs } = payment
  const row = { provider, payment_ref: paymentRef, ref: `${MADE}${begun}:${money}`, money: 0, at_ms: atMs }
  await trx('topup_reversals').insert(row).onConflict(['provider', 'payment_ref', 'ref']).ignore()
  const names: string[] = await trx('topup_reversals')
    .where({ provider, payment_ref: paymentRef })
    .where('ref', 'like', `${MADE}%`)
    .pluck('ref')
  const made = names.map((name) => {
    const [before = '', amount = ''] = name.slice(MADE.length).split(':')
    return { before: BigInt(before), amount: BigInt(amount) }
  })
  // The total never falls, so a refund that started at some total or later is not included in it.
  for (const { before } of made)
    await noteRefunded(
      trx,
      payment,
      made.reduce((sum, each) => (each.before >= before ? sum + each.amount : sum), before),
    )
}

/** A dispute: the payer's bank takes money back, and may give it back when it has decided. */
export interface Dispute {
  readonly ref: string
  /** What the bank has now. */
  readonly money: bigint
  /** Whether it has been decided. What is told later about its beginning is old. */
  readonly isFinal: boolean
}

/** Notes where a dispute stands. Told in any order and any number of times. */
export async function noteDispute(
  trx: Knex.Transaction,
  payment: PaymentName,
  { ref, money, isFinal }: Dispute,
): Promise<void> {
  await lockPayment(trx, payment)
  const row = { provider: payment.provider, payment_ref: payment.paymentRef, ref: `dispute:${ref}` }
  const values = { money: String(money), is_final: isFinal ? 1 : 0, at_ms: payment.atMs }
  const known = await trx('topup_reversals').where(row).first('is_final')
  if (known === undefined) await trx('topup_reversals').insert({ ...row, ...values })
  else if (Number(known.is_final) === 0) await trx('topup_reversals').where(row).update(values)
}

/** How a reversal is told. */
export interface ReversalTerms {
  username(userId: number): Promise<string>
  /** @param delta below zero where quota is taken back, above where a dispute was won */
  log(order: Order, delta: Amount, username: string): CreditLog
  /** The same for the inviter, whose rebate goes the way of the payment. */
  rebateLog(delta: Amount, username: string): CreditLog
  /** Who refunded it, if it was a person. */
  readonly actorId?: number
}

/**
 * Brings an order's entries in line with what has gone back of its payment: takes quota back in proportion to the money,
 * and the inviter's rebate with it, or gives it again. The balance may fall below zero: what was bought with returned money
 * is owed.
 *
 * @returns the order as it is now; undefined while no order is known to be paid by this payment
 */
export async function settleReversals(
  trx: Knex.Transaction,
  { provider, paymentRef, atMs }: PaymentName,
  terms: ReversalTerms,
): Promise<Order | undefined> {
  await lockPayment(trx, { provider, paymentRef, atMs })
  const row: OrderRow | undefined = await trx('topup_orders')
    .where({ provider, payment_ref: paymentRef })
    .forUpdate()
    .first()
  if (row === undefined) return undefined
  const order = toOrder(row)
  const [sum] = await trx('topup_reversals')
    .where({ provider, payment_ref: paymentRef })
    .sum<{ money: number | string | null }[]>({ money: 'money' })
  const gone = BigInt(sum?.money ?? 0)
  const reversedMoney = gone < order.money ? gone : order.money
  if (reversedMoney === order.reversedMoney) return order
  const reversed: Order = {
    ...order,
    reversedMoney,
    reversals: order.reversals + 1,
    reversedMs: atMs,
    state: reversedMoney === order.money ? 'refunded' : 'paid',
  }
  await trx('topup_orders')
    .where({ id: order.id })
    .update({
      reversed_money: String(reversedMoney),
      reversals: reversed.reversals,
      reversed_ms: atMs,
      state: orderStates[reversed.state],
    })
  await bookReversal(trx, order, reversed, terms)
  return reversed
}

async function bookReversal(
  trx: Knex.Transaction,
  before: Order,
  after: Order,
  terms: ReversalTerms,
): Promise<void> {
  const rebate = await trx('entries')
    .where({ kind: entryKinds.rebate, ref: `rebate:${after.tradeNo}`, wallet_kind: walletKinds.quota })
    .first<{ user_id: number; delta: number } | undefined>('user_id', 'delta')
  const owners = [after.userId, ...(rebate === undefined ? [] : [Number(rebate.user_id)])]
  await trx('wallets')
    .whereIn('user_id', owners)
    .where({ kind: walletKinds.quota })
    .orderBy('user_id')
    .forUpdate()
    .select('user_id')
  const changeOf = (quota: bigint): Amount =>
    (shareOf(quota, before.reversedMoney, after.money) -
      shareOf(quota, after.reversedMoney, after.money)) as Amount
  const book = async (userId: number, delta: Amount, log: CreditLog): Promise<void> => {
    if (delta === 0n) return
    await credit(trx, {
      userId,
      walletKind: walletKinds.quota,
      kind: entryKinds.reversal,
      ref: reversalRef(after.tradeNo, after.reversals),
      delta,
      atMs: after.reversedMs,
      allowNegative: true,
      log,
      ...(terms.actorId === undefined ? {} : { actorId: terms.actorId }),
    })
  }
  const username = await terms.username(after.userId)
  const taken = changeOf(after.quota)
  await book(after.userId, taken, terms.log(after, taken, username))
  if (rebate === undefined) return
  const inviterId = Number(rebate.user_id)
  const share = changeOf(BigInt(rebate.delta))
  await book(inviterId, share, terms.rebateLog(share, await terms.username(inviterId)))
}

/** What the entries of an order's n-th reversal are booked for. */
export const reversalRef = (tradeNo: string, n: number): string => `${tradeNo}:${n}`
