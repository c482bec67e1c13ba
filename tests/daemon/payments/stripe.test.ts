import { describe, expect, it } from 'vitest'
import { currencyOf, moneyText, parseMoney } from '../../../src/daemon/money/currency.ts'
import type { Notice } from '../../../src/daemon/payments/provider.ts'
import { readNotice } from '../../../src/daemon/payments/stripe/read-notice.ts'
import { judgeSignature } from '../../../src/daemon/payments/stripe/signature.ts'
import { type StripeObject, stripeEvent, stripeHeader } from '../../support/payments/stripe-simulator.ts'

const nowMs = 1_700_000_000_000
const secret = 'whsec_test_secret'

describe('signature', () => {
  const body = Buffer.from('{"id":"evt_test_webhook","object":"event"}')
  /** Computed with `printf '1700000000.{…}' | openssl dgst -sha256 -hmac whsec_test_secret`. */
  const v1 = 'd95c6b7477fbd7e9f90b1b0ef5f9c7ac25abca5382460e0d988c2b2a5b71b990'
  const judge = (header: string, atMs = nowMs, key = secret) => judgeSignature(header, body, key, atMs)

  it('C-WALLET-15 is the HMAC of time and body that OpenSSL computes; one of several is enough', () => {
    expect(judge(`t=1700000000,v1=${v1}`)).toBe('right')
    expect(judge(`t=1700000000,v1=${'0'.repeat(64)},v1=${v1},v0=x`)).toBe('right')
    expect(judge(`t=1700000000, v1=${v1}`)).toBe('right')
  })

  it('C-WALLET-15 of another secret, time or body, under another name, or without a time is wrong', () => {
    expect(judge(`t=1700000000,v1=${v1}`, nowMs, 'whsec_other')).toBe('wrong')
    expect(judge(`t=1700000001,v1=${v1}`)).toBe('wrong')
    expect(judgeSignature(`t=1700000000,v1=${v1}`, Buffer.from('{}'), secret, nowMs)).toBe('wrong')
    for (const header of ['', v1, `v1=${v1}`, `t=1700000000,v0=${v1}`, 't=1700000000', 't=,v1='])
      expect([header, judge(header)]).toEqual([header, 'wrong'])
    expect(judge(`t=1700000000,t=1700000000,v1=${v1}`)).toBe('wrong')
  })

  it('C-WALLET-15 is too old after five minutes, and too early before them', () => {
    expect(judge(`t=1700000000,v1=${v1}`, nowMs + 300_000)).toBe('right')
    expect(judge(`t=1700000000,v1=${v1}`, nowMs + 301_000)).toBe('too-old')
    expect(judge(`t=1700000000,v1=${v1}`, nowMs - 301_000)).toBe('too-old')
  })
})

describe('events', () => {
  const read = (type: string, object: StripeObject): Notice => {
    const body = stripeEvent(type, object)
    const headers = { 'stripe-signature': stripeHeader(body, nowMs, secret) }
    return readNotice({ method: 'POST', query: '', headers, body: Buffer.from(body), nowMs }, secret)
  }
  const session = {
    payment_intent: 'pi_1',
    payment_status: 'paid',
    amount_total: 1000,
    currency: 'usd',
    metadata: { tollgate_order: 'a1' },
  }
  const dispute = {
    id: 'dp_1',
    payment_intent: 'pi_1',
    amount: 500,
    currency: 'usd',
    status: 'needs_response',
  }

  it('a session says what was paid, at once or days later; until then it says nothing', () => {
    const paid = { kind: 'paid', tradeNo: 'a1', paymentRef: 'pi_1', money: 1000n, currency: 'USD' }
    expect(read('checkout.session.completed', session)).toEqual(paid)
    expect(
      read('checkout.session.async_payment_succeeded', { ...session, payment_intent: { id: 'pi_1' } }),
    ).toEqual(paid)
    expect(read('checkout.session.completed', { ...session, payment_status: 'unpaid' })).toEqual({
      kind: 'nothing',
    })
    for (const type of ['expired', 'async_payment_failed'])
      expect(read(`checkout.session.${type}`, session)).toEqual({ kind: 'ended', tradeNo: 'a1' })
  })

  it('what belongs to another program on the account, and other kinds, say nothing', () => {
    for (const metadata of [{}, null, { order: 'a1' }])
      for (const type of ['completed', 'expired'])
        expect(read(`checkout.session.${type}`, { ...session, metadata })).toEqual({ kind: 'nothing' })
    expect(read('payment_intent.succeeded', session)).toEqual({ kind: 'nothing' })
    expect(read('charge.refunded', { payment_intent: null, amount_refunded: 1, currency: 'usd' })).toEqual({
      kind: 'nothing',
    })
  })

  it('refunds are told in all; a dispute takes its amount until it is won; an enquiry takes nothing', () => {
    const charge = { payment_intent: 'pi_1', amount: 1000, amount_refunded: 300, currency: 'eur' }
    const common = { paymentRef: 'pi_1', currency: 'USD' }
    expect(read('charge.refunded', charge)).toEqual({
      ...common,
      kind: 'refunded',
      money: 300n,
      currency: 'EUR',
    })
    const of = (type: string, status: string) => read(`charge.dispute.${type}`, { ...dispute, status })
    const told = { ...common, kind: 'disputed', ref: 'dp_1' }
    expect(of('created', 'needs_response')).toEqual({ ...told, money: 500n, isFinal: false })
    expect(of('closed', 'lost')).toEqual({ ...told, money: 500n, isFinal: true })
    expect(of('closed', 'won')).toEqual({ ...told, money: 0n, isFinal: true })
    expect(of('closed', 'warning_closed')).toEqual({ ...told, money: 0n, isFinal: true })
    expect(of('created', 'warning_needs_response')).toEqual({ kind: 'nothing' })
  })

  it('C-WALLET-15 signed, but without what it needs, is refused', () => {
    const refused = { kind: 'refused', why: 'form', isSigned: true }
    for (const changed of [
      { amount_total: 10.5 },
      { amount_total: '1000' },
      { amount_total: -1 },
      { amount_total: null },
      { currency: 'dollars' },
      { payment_intent: null },
      { payment_status: 'no_payment_required' },
    ])
      expect([changed, read('checkout.session.completed', { ...session, ...changed })]).toEqual([
        changed,
        refused,
      ])
    expect(read('charge.dispute.created', { ...dispute, id: 5 })).toEqual(refused)
  })
})

describe('money', () => {
  it('has the decimals of its currency', () => {
    expect(moneyText(7300n, 'CNY')).toBe('73.00')
    expect(moneyText(5n, 'USD')).toBe('0.05')
    expect(moneyText(500n, 'JPY')).toBe('500')
    expect(moneyText(1230n, 'KWD')).toBe('1.230')
    expect(parseMoney('500', 'JPY')).toBe(500n)
    expect(parseMoney('500.0', 'JPY')).toBeUndefined()
    expect(parseMoney('1.23', 'KWD')).toBe(1230n)
    expect(currencyOf('isk')).toEqual({ code: 'ISK', decimals: 2, step: 100n })
  })
})
