import type { ItemOf } from '../../client/contract-types.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type Order = ItemOf<'/api/topup/'>

/** States, named as in the API. */
export const orderStates = ['pending', 'paid', 'expired', 'refunded'] as const

/** Describes the state. A partly refunded order is still paid, so the text mentions the refund. */
export const orderState = (
  { state, refunded_money: refunded }: Pick<Order, 'state' | 'refunded_money'>,
  phrase: Phrase,
): string =>
  state === 'paid' && Number(refunded) > 0
    ? phrase('order.partlyRefunded', { money: refunded })
    : phrase(`order.${state}`)

/** Formats an amount as `73.00 CNY`. */
export const orderMoney = ({ money, currency }: Pick<Order, 'money' | 'currency'>): string =>
  `${money} ${currency}`
