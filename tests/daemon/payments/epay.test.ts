import { describe, expect, it } from 'vitest'
import { readNotice } from '../../../src/daemon/payments/epay/read-notice.ts'
import { signFields } from '../../../src/daemon/payments/epay/signature.ts'
import type { Notice } from '../../../src/daemon/payments/provider.ts'
import { asQuery, type EpayFields, epayNotice } from '../../support/payments/epay-simulator.ts'

const key = 'secret-of-the-merchant'
const form: EpayFields = { pid: '7', out_trade_no: 'a1', type: 'alipay', name: 'TUC10', money: '73.00' }
const read = (query: string, body = ''): Notice =>
  readNotice(
    { method: 'GET', query, headers: {}, body: Buffer.from(body), nowMs: 0 },
    { merchantId: '7', key },
  )
const told = (changed: EpayFields = {}) => read(asQuery(epayNotice(form, changed, key)))

describe('signature', () => {
  it('C-WALLET-08 is that of the published vector, without empty fields, sign and sign_type', () => {
    const fields = { money: 'moneyv', device: 'devicev', name: '', sign: 'x', sign_type: 'MD5' }
    expect(signFields(new Map(Object.entries(fields)), '1234567')).toBe('3854cc9f022e0fb821bd2e002260245d')
  })
})

describe('notice', () => {
  it('C-WALLET-15 says what was paid, from a query or a form, with the signature in either case of letters', () => {
    const fields = epayNotice(form, { trade_no: '2026' }, key)
    const paid = { kind: 'paid', tradeNo: 'a1', paymentRef: '2026', money: 7300n, currency: 'CNY' }
    expect(read(asQuery(fields))).toEqual(paid)
    expect(read('', asQuery(fields))).toEqual(paid)
    expect(read(asQuery({ ...fields, sign: String(fields.sign).toUpperCase() }))).toEqual(paid)
    expect(told({ money: '73', trade_no: '2026' })).toEqual(paid)
    expect(told({ money: '73.0', trade_no: '2026' })).toEqual(paid)
  })

  it('C-WALLET-15 with a wrong or missing signature, of another merchant, or with a field twice is refused', () => {
    const query = asQuery(epayNotice(form, {}, key))
    expect(read(asQuery(epayNotice(form, {}, 'another key')))).toMatchObject({
      why: 'signature',
      isSigned: false,
    })
    expect(read(query.replace('73.00', '74.00'))).toMatchObject({ why: 'signature' })
    expect(read(query.replace(/&sign=\w+/, ''))).toMatchObject({ why: 'signature' })
    expect(told({ pid: '8' })).toMatchObject({ why: 'merchant' })
    expect(read(`${query}&money=73.00`)).toMatchObject({ why: 'form' })
    expect(read(query, 'money=73.00')).toMatchObject({ why: 'form' })
    expect(read('')).toMatchObject({ kind: 'refused' })
    expect(read(Array.from({ length: 65 }, (_, n) => `f${n}=1`).join('&'))).toMatchObject({ why: 'form' })
  })

  it('C-WALLET-15 signed, but with an amount that is none or without the number of the payment, is refused', () => {
    for (const money of ['', '-73.00', '73.001', '7,300', '1e3', '73.00 ', '0x49'])
      expect([money, told({ money })]).toMatchObject([
        money,
        { kind: 'refused', why: 'form', isSigned: true },
      ])
    expect(told({ trade_no: '' })).toMatchObject({ why: 'form' })
    expect(told({ trade_no: 'x'.repeat(129) })).toMatchObject({ why: 'form' })
  })

  it('of a payment that is not through says nothing', () => {
    for (const status of ['TRADE_CLOSED', 'WAIT_BUYER_PAY', '', 'trade_success'])
      expect(told({ trade_status: status })).toEqual({ kind: 'nothing' })
  })
})
