import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type StripeSession,
  type StripeSimulator,
  startStripeSimulator,
  stripeEvent,
  stripeOptions,
  stripeSecret,
} from '../../../support/payments/stripe-simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let stripe: StripeSimulator
let inviter: Caller
let alice: Caller
const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })

beforeAll(async () => {
  stripe = await startStripeSimulator()
  api = await startTestApi({
    env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' },
    paymentAddresses: { stripe: stripe.url },
  })
  stripe.sendTo(`${api.url}/api/user/stripe/notify`)
  await set('ServerAddress', 'https://gw.example.com')
  for (const [key, value] of stripeOptions) await set(key, value)
  inviter = await api.createUser('inviter')
  alice = await api.createUser('alice')
  await api.services.knex('users').where({ id: alice.id }).update({ inviter_id: inviter.id })
})
afterAll(async () => {
  await api?.close()
  await stripe?.close()
})

interface Started {
  readonly data: object
  readonly url: string
  readonly trade_no: string
}
const pay = async (amount: number) =>
  (await alice.request('POST', '/api/user/pay', { amount, payment_method: 'stripe' }))
    .body as unknown as Started
/** Places an order and finds its Stripe session. */
const order = async (
  amount: number,
): Promise<{ readonly tradeNo: string; readonly session: StripeSession }> => {
  const { url, trade_no: tradeNo } = await pay(amount)
  const session = stripe.sessions.find((each) => each.url === url)
  if (session === undefined) throw new Error('Stripe has no such session.')
  return { tradeNo, session }
}
const tell = (type: string, object: object) => stripe.send(stripeEvent(type, { ...object }))
const tellPaid = (session: StripeSession, changed = {}) =>
  tell('checkout.session.completed', stripe.objectOf(session, changed))
const quotaOf = async (caller: Caller) =>
  BigInt((await api.services.knex('wallets').where({ user_id: caller.id, kind: 1 }).first('balance')).balance)
const orderOf = (tradeNo: string) => alice.call<Record<string, unknown>>('GET', `/api/topup/${tradeNo}`)
const lastRefusal = async () =>
  JSON.parse(
    (
      await api.services
        .knex('audit_events')
        .where({ action: 'payment.refuse' })
        .orderBy('id', 'desc')
        .first()
    ).after,
  )
const chargeOf = ({ intent }: StripeSession, refunded: number) => ({
  payment_intent: intent,
  amount_refunded: refunded,
  currency: 'usd',
})

describe('an order for Stripe', () => {
  it('is offered in the currency of the setting, and asks Stripe once for a page to pay on', async () => {
    const status = await api.anonymous.call<{ topup_methods: unknown }>('GET', '/api/status')
    expect(status.topup_methods).toEqual([{ name: 'stripe', provider: 'stripe', currency: 'USD' }])
    const quote = await alice.request('POST', '/api/user/amount', { amount: 10, payment_method: 'stripe' })
    expect(quote.body).toMatchObject({ data: '10.00', currency: 'USD' })
    const [first, second] = await Promise.all([pay(10), pay(10)])
    expect(first).toMatchObject({ data: {}, url: stripe.sessions[0]?.url })
    expect(second).toMatchObject({ url: first?.url, trade_no: first?.trade_no })
    expect(await pay(10)).toMatchObject({ url: first?.url })
    expect(stripe.sessions).toHaveLength(1)
    const { form, key } = stripe.sessions[0] as StripeSession
    expect(key).toBe(first?.trade_no)
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: key,
      'metadata[tollgate_order]': key,
      'payment_intent_data[metadata][tollgate_order]': key,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1000',
      success_url: 'https://gw.example.com/app/wallet',
    })
    const stored = await api.services.knex('topup_orders').where({ trade_no: key }).first()
    expect(Number(form.get('expires_at'))).toBe(Math.floor(stored.expires_ms / 1000))
  })

  it('has amounts as Stripe wants them: yen without decimals, dinars in steps of ten, kronur in whole ones', async () => {
    const unitsIn = async (currency: string, price: string, amount: number) => {
      await set('StripeCurrency', currency)
      await set('StripePrice', price)
      return (await order(amount)).session.form.get('line_items[0][price_data][unit_amount]')
    }
    expect(await unitsIn('JPY', '155.5', 3)).toBe('467')
    expect(await unitsIn('KWD', '0.31', 1.25)).toBe('390')
    expect(await unitsIn('ISK', '139.99', 1)).toBe('14000')
    expect((await orderOf((await order(1)).tradeNo)).money).toBe('140.00')
    await set('StripeCurrency', 'usd')
    await set('StripePrice', '1')
    const refused = await api.root.request('PUT', '/api/option/', { key: 'StripeCurrency', value: 'dollar' })
    expect([refused.status, refused.body.code]).toEqual([400, 'option_currency'])
  })

  it('502 when Stripe refuses or is away, without its words; the next click makes another order', async () => {
    stripe.refuse(500)
    const refused = await alice.request('POST', '/api/user/pay', { amount: 77, payment_method: 'stripe' })
    expect([refused.status, refused.body]).toEqual([
      502,
      { success: false, message: 'error', data: 'payment request failed', code: 'payment_failed' },
    ])
    stripe.refuse(undefined)
    expect((await order(77)).session.key).toMatch(/^[0-9a-f]{32}$/)
    const orders = await api.services.knex('topup_orders').where({ entered: '77' })
    expect(orders).toHaveLength(2)
  })
})

it('an order that waits leads to the page that Stripe made for it, without asking Stripe again', async () => {
  const first = await pay(78)
  const asked = stripe.sessions.length
  stripe.refuse(500)
  const again = await alice.request('POST', `/api/topup/${first.trade_no}/pay`)
  stripe.refuse(undefined)
  expect([again.status, again.body]).toMatchObject([200, { url: first.url, data: {} }])
  expect(stripe.sessions).toHaveLength(asked)
})

describe('an event', () => {
  it('C-WALLET-16 credits the order once, however often it comes, and in whichever form', async () => {
    const { tradeNo, session } = await order(12)
    const before = await quotaOf(alice)
    expect(await tellPaid(session, { payment_status: 'unpaid' })).toBe(200)
    expect(await quotaOf(alice)).toBe(before)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? tellPaid(session)
          : tell('checkout.session.async_payment_succeeded', stripe.objectOf(session)),
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await quotaOf(alice)) - before).toBe(6_000_000_000n)
    expect(await orderOf(tradeNo)).toMatchObject({
      state: 'paid',
      payment_ref: session.intent,
      currency: 'USD',
    })
    expect(await tell('checkout.session.expired', stripe.objectOf(session))).toBe(200)
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'paid' })
  })

  it('C-WALLET-16 that ends an order does not keep a late payment out', async () => {
    const { tradeNo, session } = await order(13)
    expect(await tell('checkout.session.async_payment_failed', stripe.objectOf(session))).toBe(200)
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'expired' })
    api.clock.advance(1000)
    const body = stripeEvent('checkout.session.completed', stripe.objectOf(session))
    expect(await stripe.send(body, { atMs: api.clock.now() })).toBe(200)
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'paid', is_late: true })
  })

  it('C-WALLET-15 of another secret, too old, of another amount or currency is refused and in the trail', async () => {
    const { tradeNo, session } = await order(14)
    const body = stripeEvent('checkout.session.completed', stripe.objectOf(session))
    expect(await stripe.send(body, { secret: 'whsec_guessed' })).toBe(400)
    expect(await lastRefusal()).toMatchObject({ provider: 'stripe', why: 'signature', signed: false })
    expect(await stripe.send(body, { atMs: api.clock.now() - 301_000 })).toBe(400)
    expect(await lastRefusal()).toMatchObject({ why: 'too-old', signed: true })
    expect(await tellPaid(session, { amount_total: 1399 })).toBe(400)
    expect(await lastRefusal()).toMatchObject({ why: 'wrong-money', paid: '13.99 USD' })
    expect(await tellPaid(session, { currency: 'jpy' })).toBe(400)
    expect(await lastRefusal()).toMatchObject({ why: 'wrong-currency', paid: '1400 JPY' })
    const stranger = { ...session, form: new URLSearchParams({ 'metadata[tollgate_order]': 'none' }) }
    expect(await tellPaid(stranger, { amount_total: 1400, currency: 'usd' })).toBe(400)
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'pending' })
    const trail = await api.services.knex('audit_events').where({ action: 'payment.refuse' }).select('after')
    expect(JSON.stringify(trail)).not.toContain(stripeSecret)
    expect((await fetch(`${api.url}/api/user/epay/notify`, { method: 'POST', body })).status).toBe(200)
  })

  it('refunds and disputes take quota and rebate back in proportion; a dispute that is won gives them again', async () => {
    await set('RebateEnabled', 'true')
    await set('RebatePercentage', '10')
    const { tradeNo, session } = await order(20)
    const [before, beforeOfInviter] = [await quotaOf(alice), await quotaOf(inviter)]
    const brought = async () => [(await quotaOf(alice)) - before, (await quotaOf(inviter)) - beforeOfInviter]
    // The refund is announced before the payment itself.
    expect(await tell('charge.refunded', chargeOf(session, 500))).toBe(200)
    expect(await brought()).toEqual([0n, 0n])
    expect(await tellPaid(session)).toBe(200)
    await set('RebateEnabled', 'false')
    expect(await brought()).toEqual([7_500_000_000n, 750_000_000n])
    const dispute = { id: 'dp_1', payment_intent: session.intent, amount: 1500, currency: 'usd' }
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' })
    await tell('charge.refunded', chargeOf(session, 500))
    expect(await brought()).toEqual([0n, 0n])
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'refunded', refunded_money: '20.00' })
    await tell('charge.dispute.closed', { ...dispute, status: 'won' })
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' })
    expect(await brought()).toEqual([7_500_000_000n, 750_000_000n])
    expect(await orderOf(tradeNo)).toMatchObject({ state: 'paid', refunded_money: '5.00' })
    expect(await tell('charge.refunded', { ...chargeOf(session, 900), currency: 'eur' })).toBe(400)
    expect(await brought()).toEqual([7_500_000_000n, 750_000_000n])
  })

  it('a refund by the super administrator is made at Stripe, once; its own event changes nothing more', async () => {
    const { tradeNo, session } = await order(21)
    await tellPaid(session)
    const before = await quotaOf(alice)
    const refund = (body: object) => api.root.request('POST', `/api/topup/${tradeNo}/refund`, body)
    stripe.refuse(402)
    const refused = await refund({ money: '7.00' })
    expect([refused.status, refused.body.code]).toEqual([502, 'refund_failed'])
    expect(await quotaOf(alice)).toBe(before)
    stripe.refuse(undefined)
    expect((await refund({ money: '7.00' })).status).toBe(200)
    expect(await quotaOf(alice)).toBe(before - 3_500_000_000n)
    await tell('charge.refunded', chargeOf(session, 700))
    expect(await quotaOf(alice)).toBe(before - 3_500_000_000n)
    expect((await refund({})).body.data).toMatchObject({ state: 'refunded' })
    expect(stripe.refunds.map(({ form }) => [form.get('payment_intent'), form.get('amount')])).toEqual([
      [session.intent, '700'],
      [session.intent, '1400'],
    ])
    expect(new Set(stripe.refunds.map(({ key }) => key)).size).toBe(2)
    await tell('charge.refunded', chargeOf(session, 2100))
    expect(await quotaOf(alice)).toBe(before - 10_500_000_000n)
  })

  it('two refunds at once are both made and both booked, before Stripe tells of them', async () => {
    const { tradeNo, session } = await order(22)
    await tellPaid(session)
    const before = await quotaOf(alice)
    stripe.gatherRefunds(2)
    const made = await Promise.all(
      ['3.00', '5.00'].map((money) => api.root.request('POST', `/api/topup/${tradeNo}/refund`, { money })),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(await orderOf(tradeNo)).toMatchObject({ refunded_money: '8.00' })
    expect(await quotaOf(alice)).toBe(before - 4_000_000_000n)
  })

  it('afterwards the books add up', async () => {
    expect((await api.root.call<{ state: string }>('GET', '/api/audit/')).state).toBe('clean')
  })
})
