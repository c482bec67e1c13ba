import type { Knex } from 'knex'
import type { Amount } from '../money/amount.ts'
import { credit, walletKinds } from './credit.ts'
import type { CreditLog } from './log-row.ts'
import { entryKinds } from './operations.ts'
import { type Order, type OrderRow, orderStates, shareOf, toOrder } from './orders.ts'

/** Identifies a payment by its provider and the provider's id. */
export interface PaymentName {
  readonly provider: string
  readonly paymentRef: string
  readonly atMs: number
}

/** Key of the row with the total of all refunds of a payment. Every known payment has this row. */
const REFUNDS = 'refunds'
/** Key prefix of the rows for refunds started in Tollgate, one row each. Their money is 0, because {@link REFUNDS} has the total. */
const MADE = 'made:'

/** Locks a payment until the transaction ends. */
export async function lockPayment(
  trx: Knex.Transaction,
  { provider, paymentRef, atMs }: PaymentName,
): Promise<void> {
  await trx('topup_reversals')
    .insert({ provider, payment_ref: paymentRef, ref: REFUNDS, money: 0, at_ms: atMs })
    .onConflict(['provider', 'payment_ref', 'ref'])
    .merge(['ref'])
}

/** Finds the order that a payment has paid. */
export async function findPaidBy(
  db: Knex,
  { provider, paymentRef }: Omit<PaymentName, 'atMs'>,
): Promise<Order | undefined> {
  const row: OrderRow | undefined = await db('topup_orders')
    .where({ provider, payment_ref: paymentRef })
    .first()
  return row && toOrder(row)
}

/** Returns the total refunded for a payment, without disputes. */
export async function readRefunded(
  db: Knex,
  { provider, paymentRef }: Omit<PaymentName, 'atMs'>,
): Promise<bigint> {
  const row = await db('topup_reversals')
    .where({ provider, payment_ref: paymentRef, ref: REFUNDS })
    .first<{ money: number } | undefined>('money')
  return BigInt(row?.money ?? 0)
}

/** Records the total refunded for a payment. Notices may arrive in any order and any number of times. */
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

/** A refund that was started in Tollgate. */
export interface OwnRefund {
  /** The total refunded before this refund began. Together with `money` it identifies the refund. */
  readonly begun: bigint
  readonly money: bigint
}

/** Records a refund started in Tollgate. Concurrent refunds add up; recording the same one again changes nothing. */
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
  // The total never falls, so it does not include a refund that began at that total or later.
  for (const { before } of made)
    await noteRefunded(
      trx,
      payment,
      made.reduce((sum, each) => (each.before >= before ? sum + each.amount : sum), before),
    )
}

/** A dispute, in which the payer's bank takes money back and may return it after its decision. */
export interface Dispute {
  readonly ref: string
  /** The amount that the bank currently holds. */
  readonly money: bigint
  /** True once it has been decided. Later notices about its beginning are outdated. */
  readonly isFinal: boolean
}

/** Records the state of a dispute. Notices may arrive in any order and any number of times. */
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

/** Log rows of a reversal, and the person behind it. */
export interface ReversalTerms {
  username(userId: number): Promise<string>
  /** @param delta negative if quota is taken back, positive if a dispute was won */
  log(order: Order, delta: Amount, username: string): CreditLog
  /** Builds the inviter's log row, because their rebate is reversed together with the payment. */
  rebateLog(delta: Amount, username: string): CreditLog
  /** The person who made the refund, if any. */
  readonly actorId?: number
}

/**
 * Brings the entries of an order in line with the money returned to the payer: takes quota and the inviter's rebate back in
 * proportion, or credits them again after a won dispute. The balance may fall below zero, because quota that was bought with
 * returned money is owed.
 *
 * @returns the updated order; undefined while no order is known to be paid by this payment
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

/** Returns the `ref` of the entries of an order's n-th reversal. */
export const reversalRef = (tradeNo: string, n: number): string => `${tradeNo}:${n}`
