import { randomBytes } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { expireOrder, type Order, openOrder } from '../../ledger/orders.ts'
import type { Checkout } from '../../payments/provider.ts'
import { type OfferedMethod, offeredMethods } from '../../payments/providers.ts'
import type { ApiServices } from '../api-services.ts'
import { ordersRepository } from './orders.repository.ts'
import { quoteTopup } from './quote-topup.ts'

const MINUTE_MS = 60_000
/** Time within which a second click reuses the order of the first. */
const FRESH_MS = 15 * MINUTE_MS
/** Time within which an order can be paid. Stripe allows between half an hour and a day. */
const LIFETIME_MS = 2 * 60 * MINUTE_MS
/** Maximum number of orders per user and hour. */
const ORDERS_MAX = 60
const HOUR_MS = 60 * MINUTE_MS

type Needs = Pick<ApiServices, 'knex' | 'options' | 'clock' | 'limiter' | 'config' | 'paymentAddresses'>

/** An order, and the page at which it is paid. */
export interface StartedPayment {
  readonly order: Order
  readonly checkout: Checkout
}

/**
 * Creates an order for a user, or reuses a recent one, and asks the provider for the payment page.
 *
 * @throws AppError `payment_address_unset`, `payment_failed`, `too_many_requests`, and the errors of {@link quoteTopup}
 */
export async function startPayment(
  services: Needs,
  wish: Body<'startPayment'>,
  buyer: { readonly id: number; readonly group: string },
): Promise<StartedPayment> {
  const options = services.options.current()
  const quote = quoteTopup(wish, buyer.group, options)
  // The provider needs a URL for its callbacks.
  if (options.ServerAddress === '') throw new AppError('payment_address_unset')
  const nowMs = services.clock.now()
  const window = `topup:orders:${buyer.id}`
  const verdict = await services.limiter.take(window, ORDERS_MAX, HOUR_MS)
  if (!verdict.isAllowed)
    throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
  const { order, isNew } = await services.knex.transaction((trx) =>
    openOrder(
      trx,
      {
        userId: buyer.id,
        provider: quote.method.provider.name,
        method: quote.method.name,
        entered: quote.entered,
        quota: quote.quota,
        money: quote.money,
        currency: quote.method.currency,
        createdMs: nowMs,
        expiresMs: nowMs + LIFETIME_MS,
      },
      { freshSinceMs: nowMs - FRESH_MS, newTradeNo: () => randomBytes(16).toString('hex') },
    ),
  )
  if (!isNew) await services.limiter.giveBack(window)
  return { order, checkout: await findCheckout(services, order, quote.method) }
}

/**
 * Returns the payment page of an order that has not been paid yet.
 *
 * @throws AppError `order_not_found`, `order_not_payable`, `online_topup_disabled`, `payment_method_unknown` if the
 *   method is no longer offered, `payment_address_unset`, `payment_failed`, `self_use_mode`
 */
export async function continuePayment(
  services: Needs,
  tradeNo: string,
  buyer: { readonly id: number },
): Promise<StartedPayment> {
  const options = services.options.current()
  if (options.SelfUseModeEnabled) throw new AppError('self_use_mode')
  const order = await ordersRepository(services.knex).find(tradeNo)
  // Orders of other users get the same response as missing ones.
  if (order?.userId !== buyer.id) throw new AppError('order_not_found')
  if (order.state !== 'pending' || order.expiresMs <= services.clock.now())
    throw new AppError('order_not_payable')
  const offered = offeredMethods(options)
  if (offered.length === 0) throw new AppError('online_topup_disabled')
  const method = offered.find((each) => each.provider.name === order.provider && each.name === order.method)
  if (method === undefined) throw new AppError('payment_method_unknown')
  if (options.ServerAddress === '') throw new AppError('payment_address_unset')
  return { order, checkout: await findCheckout(services, order, method) }
}

/** Returns the payment page. Must run outside of any transaction, because the provider may be slow. */
async function findCheckout(services: Needs, order: Order, method: OfferedMethod): Promise<Checkout> {
  const { knex, clock, config, options, paymentAddresses } = services
  if (order.checkoutUrl !== '') return { url: order.checkoutUrl, fields: {} }
  const site = {
    options: options.current(),
    addresses: paymentAddresses,
    allowedRanges: config.mediaRanges,
  }
  try {
    const checkout = await method.provider.start(order, site)
    if (Object.keys(checkout.fields).length === 0)
      await knex('topup_orders').where({ id: order.id }).update({ checkout_url: checkout.url })
    return checkout
  } catch (error) {
    // The next click creates another order, because a provider may remember its refusal of this one.
    await expireOrder(knex, { provider: order.provider, tradeNo: order.tradeNo, atMs: clock.now() })
    throw error
  }
}
