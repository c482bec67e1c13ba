import type { Knex } from 'knex'
import { type Amount, amount } from '../money/amount.ts'
import { walletKinds } from './credit.ts'

/** An order of an online payment. Its quota and its price never change. */
export interface Order {
  readonly id: number
  /** Order number used at the provider, in the ledger and for people. */
  readonly tradeNo: string
  readonly userId: number
  readonly provider: string
  readonly method: string
  /** The amount that the user entered, in dollars or quota units as the site displayed then. */
  readonly entered: string
  /** Quota to credit. */
  readonly quota: Amount
  /** Price in the smallest unit of the currency. */
  readonly money: bigint
  readonly currency: string
  readonly state: OrderState
  /** The provider's id of the payment; undefined until the order is paid. */
  readonly paymentRef: string | undefined
  /** URL of the payment page, if the provider created one for this order. */
  readonly checkoutUrl: string
  /** The part of `money` that was returned to the payer. */
  readonly reversedMoney: bigint
  /** How many times `reversedMoney` has changed. */
  readonly reversals: number
  readonly createdMs: number
  readonly expiresMs: number
  /** 0 until it is paid. */
  readonly paidMs: number
  readonly reversedMs: number
}

export type OrderState = 'pending' | 'paid' | 'refunded'

/** Stored numbers of the states. A pending order expires by its time and not by its state. */
export const orderStates = { pending: 1, paid: 2, refunded: 3 } as const satisfies Record<OrderState, number>
const stateNames = ['pending', 'paid', 'refunded'] as const

export interface OrderRow {
  readonly id: number
  readonly trade_no: string
  readonly user_id: number
  readonly provider: string
  readonly method: string
  readonly entered: string
  readonly quota: number
  readonly money: number
  readonly currency: string
  readonly state: number
  readonly payment_ref: string | null
  readonly checkout_url: string
  readonly reversed_money: number
  readonly reversals: number
  readonly created_ms: number
  readonly expires_ms: number
  readonly paid_ms: number
  readonly reversed_ms: number
}

export const toOrder = (row: OrderRow): Order => ({
  id: Number(row.id),
  tradeNo: row.trade_no,
  userId: Number(row.user_id),
  provider: row.provider,
  method: row.method,
  entered: row.entered,
  quota: amount(row.quota),
  money: BigInt(row.money),
  currency: row.currency,
  state: stateNames[Number(row.state) - 1] ?? 'pending',
  paymentRef: row.payment_ref ?? undefined,
  checkoutUrl: row.checkout_url,
  reversedMoney: BigInt(row.reversed_money),
  reversals: Number(row.reversals),
  createdMs: Number(row.created_ms),
  expiresMs: Number(row.expires_ms),
  paidMs: Number(row.paid_ms),
  reversedMs: Number(row.reversed_ms),
})

export interface NewOrder
  extends Pick<Order, 'userId' | 'provider' | 'method' | 'entered' | 'quota' | 'money' | 'currency'> {
  readonly createdMs: number
  readonly expiresMs: number
}

/** Options of {@link openOrder}. */
export interface OpenTerms {
  /** A pending order created at or after this time is reused. */
  readonly freshSinceMs: number
  /** At least 128 random bits. */
  newTradeNo(): string
}

/**
 * Creates an order, or returns the pending one that the same user created a moment ago for the same amount, so that a second
 * click does not buy twice. The user's wallet is locked, so two simultaneous clicks create one order.
 */
export async function openOrder(
  trx: Knex.Transaction,
  wanted: NewOrder,
  { freshSinceMs, newTradeNo }: OpenTerms,
): Promise<{ readonly order: Order; readonly isNew: boolean }> {
  await trx('wallets').where({ user_id: wanted.userId, kind: walletKinds.quota }).forUpdate().first('user_id')
  const same = {
    user_id: wanted.userId,
    provider: wanted.provider,
    method: wanted.method,
    entered: wanted.entered,
    quota: String(wanted.quota),
    money: String(wanted.money),
    currency: wanted.currency,
  }
  const known: OrderRow | undefined = await trx('topup_orders')
    .where(same)
    .where({ state: orderStates.pending })
    .where('created_ms', '>=', freshSinceMs)
    .where('expires_ms', '>', wanted.createdMs)
    .orderBy('id', 'desc')
    .first()
  if (known !== undefined) return { order: toOrder(known), isNew: false }
  const [row]: OrderRow[] = await trx('topup_orders')
    .insert({
      ...same,
      trade_no: newTradeNo(),
      created_ms: wanted.createdMs,
      expires_ms: wanted.expiresMs,
    })
    .returning('*')
  if (row === undefined) throw new Error('the store returned no order')
  return { order: toOrder(row), isNew: true }
}

/** Ends a pending order early. If a payment still arrives, it is credited. */
export async function expireOrder(
  db: Knex,
  { provider, tradeNo, atMs }: { readonly provider: string; readonly tradeNo: string; readonly atMs: number },
): Promise<void> {
  await db('topup_orders')
    .where({ trade_no: tradeNo, provider, state: orderStates.pending })
    .where('expires_ms', '>', atMs)
    .update({ expires_ms: atMs })
}

/** Returns the quota that corresponds to a part of the money: exact for the whole, otherwise rounded down. */
export const shareOf = (quota: bigint, money: bigint, whole: bigint): Amount =>
  ((quota * money) / whole) as Amount
