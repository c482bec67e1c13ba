import type { Knex } from 'knex'
import { type Amount, amount } from '../money/amount.ts'
import { walletKinds } from './credit.ts'

/** An order of online payment: what is credited for which money. Neither changes once it is written. */
export interface Order {
  readonly id: number
  /** Its name everywhere: at the provider, in the books, for people. */
  readonly tradeNo: string
  readonly userId: number
  readonly provider: string
  readonly method: string
  /** What the user entered: dollars or quota units, as the site showed then. */
  readonly entered: string
  /** What is credited. */
  readonly quota: Amount
  /** What is paid, in the smallest units of the currency. */
  readonly money: bigint
  readonly currency: string
  readonly state: OrderState
  /** The provider's name for the payment; undefined until it is paid. */
  readonly paymentRef: string | undefined
  /** Where the user pays, if the provider made an address for this order. */
  readonly checkoutUrl: string
  /** The part of `money` that has gone back to the payer. */
  readonly reversedMoney: bigint
  /** How often that changed. */
  readonly reversals: number
  readonly createdMs: number
  readonly expiresMs: number
  /** 0 until it is paid. */
  readonly paidMs: number
  readonly reversedMs: number
}

export type OrderState = 'pending' | 'paid' | 'refunded'

/** Stored numbers of the states. Whether a pending order has expired is a question of its time. */
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

/** What {@link openOrder} does when there is no order to use again. */
export interface OpenTerms {
  /** A pending order made since then is used again. */
  readonly freshSinceMs: number
  /** At least 128 random bits. */
  newTradeNo(): string
}

/**
 * Writes an order, or finds the pending one that the same user made a moment ago for the same thing: a second click buys
 * nothing twice. The user's wallet is locked meanwhile, so that two clicks at once make one order.
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

/** Ends a pending order early; a payment that comes all the same is credited. */
export async function expireOrder(
  db: Knex,
  { provider, tradeNo, atMs }: { readonly provider: string; readonly tradeNo: string; readonly atMs: number },
): Promise<void> {
  await db('topup_orders')
    .where({ trade_no: tradeNo, provider, state: orderStates.pending })
    .where('expires_ms', '>', atMs)
    .update({ expires_ms: atMs })
}

/** The share of the credited quota that belongs to a part of the money; exact for the whole, rounded down otherwise. */
export const shareOf = (quota: bigint, money: bigint, whole: bigint): Amount =>
  ((quota * money) / whole) as Amount
