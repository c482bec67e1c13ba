import type { Data } from '../../http/contract.ts'
import { type Order, shareOf } from '../../ledger/orders.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import { moneyText } from '../../money/currency.ts'

export type OrderAnswer = Data<'getTopup'>

/** An order with its user's name. */
export interface NamedOrder extends Order {
  readonly username: string
}

export function toOrderAnswer(order: NamedOrder, nowMs: number): OrderAnswer {
  const isExpired = order.state === 'pending' && order.expiresMs <= nowMs
  return {
    trade_no: order.tradeNo,
    user_id: order.userId,
    username: order.username,
    provider: order.provider,
    method: order.method,
    quota: toQuota(order.quota),
    quota_exact: toExactQuota(order.quota),
    money: moneyText(order.money, order.currency),
    currency: order.currency,
    state: isExpired ? 'expired' : order.state,
    is_late: order.paidMs > order.expiresMs,
    refunded_money: moneyText(order.reversedMoney, order.currency),
    refunded_quota_exact: toExactQuota(shareOf(order.quota, order.reversedMoney, order.money)),
    payment_ref: order.paymentRef ?? '',
    created_time: toSeconds(order.createdMs),
    expires_time: toSeconds(order.expiresMs),
    paid_time: toSeconds(order.paidMs),
    refunded_time: toSeconds(order.reversedMs),
  }
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000)
