import type { ItemOf } from '../../client/contract-types.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type Order = ItemOf<'/api/topup/'>

/** States as the API names them. */
export const orderStates = ['pending', 'paid', 'expired', 'refunded'] as const

export const orderState = ({ state }: Pick<Order, 'state'>, phrase: Phrase): string =>
  phrase(`order.${state}`)

/** `73.00 CNY`. */
export const orderMoney = ({ money, currency }: Pick<Order, 'money' | 'currency'>): string =>
  `${money} ${currency}`
