import type { Knex } from 'knex'
import { credit, walletKinds } from './credit.ts'
import type { CreditLog } from './log-row.ts'
import { entryKinds } from './operations.ts'
import { type Order, type OrderRow, orderStates, toOrder } from './orders.ts'
import { lockWithInviter, payRebate, type RebateTerms } from './rebate.ts'
import { lockPayment } from './reverse-order.ts'

/** A payment as reported by the provider. */
export interface Payment {
  readonly provider: string
  readonly tradeNo: string
  /** The provider's id of the payment. */
  readonly paymentRef: string
  readonly money: bigint
  readonly currency: string
  readonly atMs: number
}

/** The log row of a credited payment and the rebate of the inviter. */
export interface PaymentTerms {
  username(userId: number): Promise<string>
  log(order: Order, username: string): CreditLog
  rebate(username: string): RebateTerms | undefined
}

/**
 * - `paid`: credited now.
 * - `already`: this payment was credited before.
 * - Everything else: nothing was credited, and somebody should investigate. `other-payment`: the order was paid by another
 *   payment.
 */
export type PaymentVerdict =
  | 'paid'
  | 'already'
  | 'unknown-order'
  | 'wrong-currency'
  | 'wrong-money'
  | 'other-payment'

export interface PaymentOutcome {
  readonly verdict: PaymentVerdict
  readonly order?: Order
}

/**
 * Credits a paid order once, in the caller's transaction, together with its state, entry, log row and rebate. A conditional
 * update decides, so only one of any number of simultaneous notices, on any number of daemons, credits it. An expired order
 * is credited too, because the money has been paid.
 *
 * @throws AppError `amount_out_of_range` if the wallet is full; a unique violation if the payment has paid another order
 */
export async function payOrder(
  trx: Knex.Transaction,
  payment: Payment,
  terms: PaymentTerms,
): Promise<PaymentOutcome> {
  const { provider, tradeNo, paymentRef, atMs } = payment
  const find = (): Promise<OrderRow | undefined> => trx('topup_orders').where({ trade_no: tradeNo }).first()
  const row = await find()
  if (row === undefined || row.provider !== provider) return { verdict: 'unknown-order' }
  const order = toOrder(row)
  if (order.currency !== payment.currency) return { verdict: 'wrong-currency', order }
  if (order.money !== payment.money) return { verdict: 'wrong-money', order }
  await lockPayment(trx, { provider, paymentRef, atMs })
  const changed = await trx('topup_orders')
    .where({ trade_no: tradeNo, provider, state: orderStates.pending })
    .update({ state: orderStates.paid, payment_ref: paymentRef, paid_ms: atMs })
  if (changed !== 1) {
    const now = await find()
    return { verdict: now?.payment_ref === paymentRef ? 'already' : 'other-payment', order }
  }
  const paid: Order = { ...order, state: 'paid', paymentRef, paidMs: atMs }
  const inviter = await lockWithInviter(trx, order.userId)
  const username = await terms.username(order.userId)
  await credit(trx, {
    userId: order.userId,
    walletKind: walletKinds.quota,
    kind: entryKinds.topup,
    ref: tradeNo,
    delta: order.quota,
    atMs,
    log: terms.log(paid, username),
  })
  const rebate = terms.rebate(username)
  if (inviter !== undefined && rebate !== undefined)
    await payRebate(trx, { userId: order.userId, ref: tradeNo, amount: order.quota, atMs }, inviter, rebate)
  return { verdict: 'paid', order: paid }
}
