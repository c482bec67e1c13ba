import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { noteOwnRefund, readRefunded, settleReversals } from '../../ledger/reverse-order.ts'
import { moneyText, parseMoney } from '../../money/currency.ts'
import { findProvider } from '../../payments/providers.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { type NamedOrder, toOrderAnswer } from './order-answer.ts'
import { ordersRepository } from './orders.repository.ts'
import { reversalTerms } from './payment-terms.ts'

type Needs = Pick<ApiServices, 'knex' | 'options' | 'clock' | 'config' | 'paymentAddresses'>

/**
 * Refunds money of a paid order, if its provider supports that, and takes the quota back. If the daemon dies in
 * between, the provider's own callback about the refund completes the second half.
 *
 * @throws AppError `order_not_found`, `order_not_refundable`, `refund_amount_invalid`, `refund_failed`
 */
export async function refundOrder(
  services: Needs,
  tradeNo: string,
  { money: text, note = '' }: Body<'refundTopup'>,
  author: Author,
): Promise<NamedOrder> {
  const { knex, options, clock } = services
  const order = await ordersRepository(knex).find(tradeNo)
  if (order === undefined) throw new AppError('order_not_found')
  const left = order.money - order.reversedMoney
  if (order.paymentRef === undefined || left <= 0n) throw new AppError('order_not_refundable')
  const money = text === undefined ? left : parseMoney(text, order.currency)
  if (money === undefined || money < 1n || money > left)
    throw new AppError('refund_amount_invalid', {
      values: {
        min: moneyText(1n, order.currency),
        max: moneyText(left, order.currency),
        currency: order.currency,
      },
      field: 'money',
    })

  const { paymentRef, provider } = order
  const begun = await readRefunded(knex, { provider, paymentRef })
  await findProvider(provider)?.refund?.(
    // The key includes the amount refunded before: two refunds of the same amount have different keys, a repeated one
    // has the same.
    { tradeNo, paymentRef, money, key: `${tradeNo}:${begun}:${money}` },
    {
      options: options.current(),
      addresses: services.paymentAddresses,
      allowedRanges: services.config.mediaRanges,
    },
  )
  const payment = { provider, paymentRef, atMs: clock.now() }
  return knex.transaction(async (trx) => {
    await noteOwnRefund(trx, payment, { begun, money })
    const terms = reversalTerms(trx, options.current(), { requestId: author.requestId, actorId: author.id })
    const after = await settleReversals(trx, payment, terms)
    const now: NamedOrder = { ...order, ...after }
    await recordChange(trx, author, {
      action: 'order.refund',
      targetKind: 'order',
      targetId: tradeNo,
      before: factsOf(order),
      after: { ...factsOf(now), refund: `${moneyText(money, order.currency)} ${order.currency}`, note },
    })
    return now
  })

  function factsOf(each: NamedOrder) {
    const { state, refunded_money, refunded_quota_exact } = toOrderAnswer(each, clock.now())
    return { state, refunded_money, refunded_quota_exact }
  }
}
