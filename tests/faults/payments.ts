import { asQuery, type EpayFields, epayNotice, epayOptions } from '../support/payments/epay-simulator.ts'
import {
  stripeEvent,
  stripeHeader,
  stripeOptions,
  stripeSecret,
} from '../support/payments/stripe-simulator.ts'
import type { Account } from './account.ts'
import type { Site } from './site.ts'

/** An order that awaits payment. */
export interface Waiting {
  readonly provider: 'epay' | 'stripe'
  readonly tradeNo: string
  /** The EPay form; Stripe orders have one too because they were created as orders for EPay. */
  readonly form: EpayFields
}

/** One callback of a payment provider, or of an impostor. */
export interface Message {
  readonly isHonest: boolean
  /** @returns whether the daemon acknowledged it; undefined when there was no answer */
  send(url: string): Promise<boolean | undefined>
}

/** Configures both payment providers. */
export async function offerPayments({ admin, url }: Site): Promise<void> {
  await admin.setOption('ServerAddress', url)
  for (const [key, value] of [...epayOptions(), ...stripeOptions]) await admin.setOption(key, value)
}

/**
 * Creates orders, every other one for Stripe. Stripe orders are written directly into the database as if Stripe had
 * been called: a daemon in a separate process could only call the real one.
 */
export async function makeOrders(
  site: Site,
  accounts: readonly Account[],
  perAccount: number,
): Promise<Waiting[]> {
  const orders: Waiting[] = []
  for (const { headers } of accounts)
    for (let n = 0; n < perAccount; n += 1) {
      const response = await fetch(`${site.url}/api/user/pay`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ amount: 1 + n, payment_method: 'zfb' }),
      })
      const { data: form } = (await response.json()) as { data: EpayFields }
      const provider = orders.length % 2 === 0 ? 'epay' : 'stripe'
      orders.push({ provider, tradeNo: form.out_trade_no ?? '', form })
    }
  const forStripe = orders
    .filter(({ provider }) => provider === 'stripe')
    .map(({ tradeNo }) => `'${tradeNo}'`)
  await site.store.execute(
    `UPDATE topup_orders SET provider = 'stripe', method = 'stripe', currency = 'USD' WHERE trade_no IN (${forStripe})`,
  )
  return orders
}

/**
 * Builds the provider's callback for a payment.
 * @param times how often it was sent before: Stripe has two events for it
 */
export const honest = (order: Waiting, times = 0): Message =>
  order.provider === 'epay'
    ? overEpay(epayNotice(order.form, { trade_no: `payment-${order.tradeNo}` }), true)
    : overStripe(times % 2 === 0 ? 'completed' : 'async_payment_succeeded', sessionOf(order), {
        isHonest: true,
      })

/** Builds forged callbacks for an order, and callbacks that do not match it. */
export function dishonest(order: Waiting): Message[] {
  if (order.provider === 'epay') {
    const { form } = order
    const paid = epayNotice(form, { trade_no: `payment-${order.tradeNo}` })
    return [
      overEpay(epayNotice(form, {}, 'guessed'), false),
      overEpay({ ...paid, money: '0.01' }, false),
      overEpay(epayNotice(form, { money: '0.01' }), false),
      overEpay(epayNotice(form, { out_trade_no: `${form.out_trade_no}0` }), false),
    ]
  }
  const session = sessionOf(order)
  return [
    overStripe('completed', session, { secret: 'whsec_guessed' }),
    overStripe('completed', session, { signedAs: { ...session, amount_total: 1 } }),
    overStripe('completed', { ...session, amount_total: 1 }),
    overStripe('completed', { ...session, currency: 'eur' }),
    overStripe('completed', session, { atMs: Date.now() - 3_600_000 }),
  ]
}

const sessionOf = ({ tradeNo, form }: Waiting): Record<string, unknown> => ({
  id: `cs_${tradeNo}`,
  object: 'checkout.session',
  client_reference_id: tradeNo,
  metadata: { tollgate_order: tradeNo },
  payment_intent: `pi_${tradeNo}`,
  payment_status: 'paid',
  amount_total: Number(form.money?.replace('.', '')),
  currency: 'usd',
})

const overEpay = (fields: EpayFields, isHonest: boolean): Message => ({
  isHonest,
  send: (url) =>
    answerOf(fetch(`${url}/api/user/epay/notify?${asQuery(fields)}`), async (answer) =>
      (await answer.text()).includes('success'),
    ),
})

function overStripe(
  kind: string,
  session: Record<string, unknown>,
  options: {
    readonly isHonest?: boolean
    readonly secret?: string
    readonly atMs?: number
    /** The session in the message that was signed. */
    readonly signedAs?: Record<string, unknown>
  } = {},
): Message {
  const { isHonest = false, secret = stripeSecret, atMs, signedAs = session } = options
  const type = `checkout.session.${kind}`
  return {
    isHonest,
    send: (url) => {
      const signed = stripeEvent(type, signedAs)
      const body = signed.replace(JSON.stringify(signedAs), JSON.stringify(session))
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': stripeHeader(signed, atMs ?? Date.now(), secret),
      }
      return answerOf(
        fetch(`${url}/api/user/stripe/notify`, { method: 'POST', headers, body }),
        async ({ status }) => status === 200,
      )
    },
  }
}

async function answerOf(
  call: Promise<Response>,
  read: (answer: Response) => Promise<boolean>,
): Promise<boolean | undefined> {
  try {
    return await read(await call)
  } catch {
    return undefined
  }
}
