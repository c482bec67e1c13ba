import { AppError } from '../../errors/app-error.ts'
import { reasons } from '../../errors/reasons.ts'
import { siteName } from '../../options/site-name.ts'
import { type PaymentProvider, returnAddress } from '../provider.ts'
import { askStripe, errorOf } from './ask-stripe.ts'
import { ORDER, readNotice } from './read-notice.ts'

/**
 * Stripe Checkout: Stripe shows the payment page and sends signed events.
 *
 * @see https://docs.stripe.com/api/checkout/sessions/create
 */
export const stripe: PaymentProvider = {
  name: 'stripe',

  methods: ({ StripeSecretKey, StripeWebhookSecret, StripeCurrency, StripePrice }) =>
    // With an empty secret, anybody could compute a signature.
    StripeSecretKey === '' || StripeWebhookSecret === ''
      ? []
      : [{ name: 'stripe', currency: StripeCurrency, price: StripePrice }],

  async start({ tradeNo, entered, money, currency, expiresMs }, site) {
    // Every field is derived from the order, so a repeated call with the same key is identical.
    const form = {
      mode: 'payment',
      client_reference_id: tradeNo,
      [`metadata[${ORDER}]`]: tradeNo,
      [`payment_intent_data[metadata][${ORDER}]`]: tradeNo,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(money),
      'line_items[0][price_data][product_data][name]': `${siteName(site.options)}: ${entered}`,
      success_url: returnAddress(site),
      cancel_url: returnAddress(site),
      expires_at: String(Math.floor(expiresMs / 1000)),
    }
    const answer = await askStripe({ path: '/v1/checkout/sessions', form, key: tradeNo }, site)
    const { url } = answer.fields
    if (answer.status !== 200 || typeof url !== 'string' || !/^https?:\/\//.test(url))
      throw new AppError('payment_failed', { detail: { provider: 'stripe', why: errorOf(answer) } })
    return { url, fields: {} }
  },

  readNotice: (raw, { StripeWebhookSecret }) => readNotice(raw, StripeWebhookSecret),

  answer: (isTaken) => (isTaken ? { status: 200, text: 'success' } : { status: 400, text: 'fail' }),

  async refund({ tradeNo, paymentRef, money, key }, site) {
    const form = {
      payment_intent: paymentRef,
      amount: String(money),
      [`metadata[${ORDER}]`]: tradeNo,
    }
    const answer = await askStripe({ path: '/v1/refunds', form, key }, site).catch((cause: unknown) => {
      // The refund may or may not have been made. A repeated call with the same key makes it only once.
      if (cause instanceof AppError)
        throw new AppError('refund_failed', { cause, values: { why: reasons.unreachable } })
      throw cause
    })
    const { status } = answer.fields
    if (answer.status !== 200 || status === 'failed' || status === 'canceled')
      throw new AppError('refund_failed', {
        values: { why: answer.status === 200 ? String(status) : errorOf(answer) },
        detail: { provider: 'stripe', tradeNo },
      })
  },
}
