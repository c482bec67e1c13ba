import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asQuery,
  type EpayFields,
  epayKey,
  epayNotice,
  epayOptions,
  signAsEpay,
  startEpaySimulator,
} from '../../../support/payments/epay-simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Started {
  readonly success: boolean
  readonly message: string
  readonly data: EpayFields
  readonly url: string
  readonly trade_no: string
}
interface Order {
  readonly trade_no: string
  readonly state: string
  readonly [field: string]: unknown
}

let api: TestApi
let inviter: Caller
let alice: Caller
let bob: Caller
let admin: Caller
const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })

beforeAll(async () => {
  api = await startTestApi()
  await set('ServerAddress', 'https://gw.example.com')
  for (const [key, value] of epayOptions()) await set(key, value)
  inviter = await api.createUser('inviter')
  alice = await api.createUser('alice')
  bob = await api.createUser('bob')
  admin = await api.createUser('admin', 10)
  await api.services.knex('users').where({ id: alice.id }).update({ inviter_id: inviter.id })
})
afterAll(() => api.close())

const pay = async (caller: Caller, amount: number, method = 'zfb') =>
  (await caller.request('POST', '/api/user/pay', { amount, top_up_code: '', payment_method: method }))
    .body as unknown as Started
const refusalOf = async (caller: Caller, body: object) => {
  const { status, body: answer } = await caller.request('POST', '/api/user/pay', body)
  return [status, answer.code]
}
const notify = async (fields: EpayFields) =>
  (await api.anonymous.request('GET', `/api/user/epay/notify?${asQuery(fields)}`)).text
const quotaOf = async (caller: Caller) =>
  BigInt((await api.services.knex('wallets').where({ user_id: caller.id, kind: 1 }).first('balance')).balance)
const ordersOf = async (caller: Caller, query = '') =>
  (await caller.call<{ items: Order[]; total: number }>('GET', `/api/user/topup/self${query}`)).items
const entriesOf = (kind: number, ref: string) =>
  api.services.knex('entries').where({ kind, ref }).select('user_id', 'delta')
const refusals = () =>
  api.services
    .knex('audit_events')
    .where({ action: 'payment.refuse' })
    .orderBy('id')
    .select('target_id', 'after')
const auditState = async () =>
  (await api.root.call<{ state: string; checks: unknown[] }>('GET', '/api/audit/')).state

describe('POST /api/user/pay', () => {
  it('C-WALLET-06 C-WALLET-08 A-OPT-001 A-OPT-004 A-OPT-005 A-OPT-006 200 makes an order and answers with the signed form', async () => {
    const answer = await pay(alice, 10)
    expect(answer).toMatchObject({
      success: true,
      message: 'success',
      url: 'https://pay.example.com/submit.php',
    })
    const { sign, out_trade_no, ...rest } = answer.data
    expect(rest).toEqual({
      pid: '1000',
      type: 'alipay',
      notify_url: 'https://gw.example.com/api/user/epay/notify',
      return_url: 'https://gw.example.com/app/wallet',
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      sign_type: 'MD5',
    })
    expect(out_trade_no).toMatch(/^[0-9a-f]{32}$/)
    expect(sign).toBe(signAsEpay(answer.data))
    expect((await pay(alice, 10, 'wx')).data.type).toBe('wxpay')
    const [order] = await ordersOf(alice, '?state=pending')
    expect(order).toMatchObject({
      method: 'wx',
      quota: 5_000_000,
      money: '73.00',
      currency: 'CNY',
      state: 'pending',
    })
  })

  it('A-OPT-010 the notice goes to the callback address if there is one', async () => {
    await set('CustomCallbackAddress', 'https://notices.example.com/')
    expect((await pay(bob, 11)).data.notify_url).toBe('https://notices.example.com/api/user/epay/notify')
    await set('CustomCallbackAddress', '')
  })

  it('a second click, and ten at once, use the same order; another amount, method or user does not', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => pay(bob, 12)))
    expect(new Set(others.map(({ trade_no }) => trade_no))).toEqual(new Set([first?.trade_no]))
    const different = [await pay(bob, 13), await pay(bob, 12, 'wx'), await pay(alice, 12)]
    expect(new Set([first, ...different].map((each) => each?.trade_no)).size).toBe(4)
  })

  it('an order of a quarter of an hour ago, a paid one, and one of another price are not used again', async () => {
    const first = await pay(bob, 14)
    await set('Price', '7.4')
    const dearer = await pay(bob, 14)
    await set('Price', '7.3')
    api.clock.advance(15 * 60_000)
    const later = await pay(bob, 14)
    expect(await notify(epayNotice(later.data))).toBe('success')
    const afterPaying = await pay(bob, 14)
    expect(new Set([first, dearer, later, afterPaying].map(({ trade_no }) => trade_no)).size).toBe(4)
  })

  it('400 for other methods and less than the minimum; 403 in self-use mode, when closed, and 405 on a demo site', async () => {
    for (const payment_method of ['alipay', 'stripe', '', 'ZFB'])
      expect(await refusalOf(alice, { amount: 10, payment_method })).toEqual([400, 'payment_method_unknown'])
    expect((await refusalOf(alice, { amount: 10 }))[0]).toBe(400)
    expect(await refusalOf(alice, { amount: 0.5, payment_method: 'zfb' })).toEqual([
      400,
      'topup_below_minimum',
    ])
    const wish = { amount: 10, payment_method: 'zfb' }
    await set('SelfUseModeEnabled', 'true')
    expect(await refusalOf(alice, wish)).toEqual([403, 'self_use_mode'])
    await set('SelfUseModeEnabled', 'false')
    await set('DemoSiteEnabled', 'true')
    expect(await refusalOf(alice, wish)).toEqual([405, 'demo_site'])
    await set('DemoSiteEnabled', 'false')
    await set('PayAddress', '')
    expect(await refusalOf(alice, wish)).toEqual([403, 'online_topup_disabled'])
    await set('PayAddress', 'https://pay.example.com')
    expect((await api.anonymous.request('POST', '/api/user/pay', wish)).status).toBe(401)
  })
})

describe('a failed payment request', () => {
  it.each(['/api/user/pay', '/api/user/amount'])(
    '%s says error, and has the text in data, in either language',
    async (path) => {
      const body = { amount: 0.5, payment_method: 'zfb' }
      const answer = await alice.request('POST', path, body)
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          success: false,
          message: 'error',
          data: 'top-up amount cannot be less than 1',
          code: 'topup_below_minimum',
          field: 'amount',
        },
      ])
      const chinese = await alice.request('POST', path, body, { 'accept-language': 'zh' })
      expect(chinese.body).toMatchObject({ message: 'error', data: expect.stringMatching(/\p{Script=Han}/u) })
      // Requests that are refused before they are read get a response of the same form.
      for (const [caller, wish, status] of [
        [alice, { amount: 'ten' }, 400],
        [api.anonymous, body, 401],
      ] as const) {
        const refused = await caller.request<string>('POST', path, wish)
        expect([refused.status, refused.body.message]).toEqual([status, 'error'])
        expect(refused.body.data.length).toBeGreaterThan(10)
      }
    },
  )
})

describe('POST /api/topup/{trade_no}/pay', () => {
  const continuing = (tradeNo: string, caller = bob) =>
    caller.request<EpayFields>('POST', `/api/topup/${tradeNo}/pay`)

  it('200 leads to the same payment again, at the price of the order', async () => {
    const first = await pay(bob, 31)
    await set('Price', '9')
    api.clock.advance(20 * 60_000)
    const again = await continuing(first.trade_no)
    await set('Price', '7.3')
    expect(again.body).toEqual({ ...first, data: first.data })
    expect(await notify(epayNotice(again.body.data))).toBe('success')
    expect(await notify(epayNotice(first.data))).toBe('fail')
    expect(await entriesOf(5, first.trade_no)).toHaveLength(1)
  })

  it("404 for somebody else's order, also for administrators; 409 once it is paid or has expired", async () => {
    const { data, trade_no } = await pay(bob, 32)
    for (const caller of [alice, admin, api.root])
      expect((await continuing(trade_no, caller)).body.code).toBe('order_not_found')
    expect((await continuing('f'.repeat(32))).status).toBe(404)
    expect((await api.anonymous.request('POST', `/api/topup/${trade_no}/pay`)).status).toBe(401)
    const late = await pay(bob, 33)
    expect(await notify(epayNotice(data))).toBe('success')
    expect((await continuing(trade_no)).body.code).toBe('order_not_payable')
    api.clock.advance(2 * 3_600_000)
    const expired = await continuing(late.trade_no)
    expect([expired.status, expired.body.code]).toEqual([409, 'order_not_payable'])
  })

  it('403 in self-use mode and when closed, 405 on a demo site', async () => {
    const { trade_no } = await pay(bob, 34)
    const refusedWith = async (key: string, value: string, before: string) => {
      await set(key, value)
      const { status, body } = await continuing(trade_no)
      await set(key, before)
      return [status, body.code]
    }
    expect(await refusedWith('SelfUseModeEnabled', 'true', 'false')).toEqual([403, 'self_use_mode'])
    expect(await refusedWith('DemoSiteEnabled', 'true', 'false')).toEqual([405, 'demo_site'])
    expect(await refusedWith('PayAddress', '', 'https://pay.example.com')).toEqual([
      403,
      'online_topup_disabled',
    ])
    expect((await continuing(trade_no)).status).toBe(200)
  })
})

describe('a notice', () => {
  it('C-WALLET-08 C-WALLET-13 A-AFF-07 credits what the order says, with a log row, and the inviter gets their share', async () => {
    await set('RebateEnabled', 'true')
    await set('RebatePercentage', '2.5')
    const { data, trade_no } = await pay(alice, 20)
    const [before, beforeOfInviter] = [await quotaOf(alice), await quotaOf(inviter)]
    // Changing the settings between order and notice changes neither amount.
    await set('Price', '100')
    await set('QuotaPerUnit', '1000')
    expect(await notify(epayNotice(data, { trade_no: 'ALI-20261' }))).toBe('success')
    await set('Price', '7.3')
    await set('QuotaPerUnit', '500000')
    expect((await quotaOf(alice)) - before).toBe(10_000_000_000n)
    expect((await quotaOf(inviter)) - beforeOfInviter).toBe(250_000_000n)
    expect(await entriesOf(5, trade_no)).toEqual([{ user_id: alice.id, delta: 10_000_000_000 }])
    expect(await entriesOf(11, `rebate:${trade_no}`)).toEqual([{ user_id: inviter.id, delta: 250_000_000 }])
    const [order] = await ordersOf(alice, '?state=paid')
    expect(order).toMatchObject({ trade_no, state: 'paid', payment_ref: 'ALI-20261', is_late: false })
    const logs = await alice.call<{ items: { content: string; quota: number }[] }>(
      'GET',
      '/api/log/self/?type=1',
    )
    expect(logs.items[0]).toMatchObject({ quota: 10_000_000 })
    expect(logs.items[0]?.content).toContain('73.00 CNY paid'.replace('73', '146'))
    const entries = await alice.call<{ items: { kind: string; trade_no: string }[] }>(
      'GET',
      '/api/user/self/entries',
    )
    expect(entries.items[0]).toMatchObject({ kind: 'topup', trade_no })
    await set('RebateEnabled', 'false')
  })

  it('C-WALLET-08 comes from the payment service when the form has been paid there, and the site acknowledges it', async () => {
    const service = await startEpaySimulator()
    await set('PayAddress', service.url)
    await set('CustomCallbackAddress', api.url)
    const { data, url } = await pay(alice, 19)
    const before = await quotaOf(alice)
    const post = async (address: string, fields: EpayFields) =>
      (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).text()
    expect(await post(url, data)).toContain('TUC19 138.70')
    expect(await post(url, { ...data, money: '1.00' })).toContain('sign error')
    expect(await post(`${service.url}/pay/0`, {})).toContain('success')
    expect((await quotaOf(alice)) - before).toBe(9_500_000_000n)
    await service.close()
    await set('CustomCallbackAddress', '')
    await set('PayAddress', 'https://pay.example.com')
  })

  it('C-WALLET-16 sent 100 times at once, by GET and as a form, credits once', async () => {
    const { data, trade_no } = await pay(alice, 21)
    const before = await quotaOf(alice)
    const fields = epayNotice(data)
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        if (index % 2 === 0) return notify(fields)
        const response = await fetch(`${api.url}/api/user/epay/notify`, {
          method: 'POST',
          body: new URLSearchParams(fields),
        })
        return response.text()
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['success']))
    expect((await quotaOf(alice)) - before).toBe(10_500_000_000n)
    expect(await entriesOf(5, trade_no)).toHaveLength(1)
  })

  it('C-WALLET-15 with another signature, merchant, money or order changes nothing and is in the trail, without secrets', async () => {
    const { data, trade_no } = await pay(bob, 22)
    const before = await quotaOf(bob)
    const mark = (await refusals()).length
    expect(await notify(epayNotice(data, {}, 'guessed'))).toBe('fail')
    expect(await notify(epayNotice(data, { pid: '1001' }))).toBe('fail')
    expect(await notify(epayNotice(data, { money: '160.59' }))).toBe('fail')
    expect(await notify(epayNotice(data, { money: '0.01' }))).toBe('fail')
    expect(await notify(epayNotice(data, { out_trade_no: 'f'.repeat(32) }))).toBe('fail')
    expect(await notify({ ...epayNotice(data), money: '160.61' })).toBe('fail')
    // The order form is signed with the same key, but does not state a payment.
    expect(await notify(data)).toBe('success')
    expect((await api.anonymous.request('GET', '/api/user/nobody/notify')).status).toBe(404)
    expect((await quotaOf(bob)) - before).toBe(0n)
    expect(await entriesOf(5, trade_no)).toEqual([])
    const told = (await refusals()).slice(mark)
    // Unsigned notices are logged at most once a minute per address.
    expect(told.map(({ after }) => JSON.parse(after).why)).toEqual([
      'signature',
      'wrong-money',
      'wrong-money',
      'unknown-order',
    ])
    expect(JSON.stringify(told)).not.toContain(epayKey)
    expect(JSON.stringify(told)).not.toMatch(/"sign"/)
    expect(JSON.parse(told[1].after)).toMatchObject({ provider: 'epay', paid: '160.59 CNY', signed: true })
  })

  it('C-WALLET-15 of a second payment of the order, and of a payment that has paid another order, is refused', async () => {
    const first = await pay(bob, 23)
    const second = await pay(bob, 24)
    expect(await notify(epayNotice(first.data, { trade_no: 'p1' }))).toBe('success')
    const before = await quotaOf(bob)
    expect(await notify(epayNotice(first.data, { trade_no: 'p2' }))).toBe('fail')
    expect(await notify(epayNotice(second.data, { trade_no: 'p1' }))).toBe('fail')
    expect(await notify(epayNotice(first.data, { trade_no: 'p1' }))).toBe('success')
    expect((await quotaOf(bob)) - before).toBe(0n)
    const whys = (await refusals()).slice(-2).map(({ after }) => JSON.parse(after).why)
    expect(whys).toEqual(['other-payment', 'used-payment'])
  })

  it('C-WALLET-16 of an order that has expired is credited, and the log says so', async () => {
    const { data } = await pay(bob, 25)
    api.clock.advance(3 * 3_600_000)
    expect((await ordersOf(bob, '?state=expired')).map(({ money }) => money)).toContain('182.50')
    const before = await quotaOf(bob)
    expect(await notify(epayNotice(data))).toBe('success')
    expect((await quotaOf(bob)) - before).toBe(12_500_000_000n)
    expect((await ordersOf(bob, '?state=paid'))[0]).toMatchObject({ is_late: true })
    const logs = await bob.call<{ items: { content: string }[] }>('GET', '/api/log/self/?type=1')
    expect(logs.items[0]?.content).toContain('after the order had expired')
  })

  it('C-WALLET-18 is taken on a demo site and in self-use mode, and for a deactivated account', async () => {
    const { data } = await pay(bob, 26)
    await set('DemoSiteEnabled', 'true')
    expect(await notify(epayNotice(data))).toBe('success')
    await set('DemoSiteEnabled', 'false')
    const other = await api.createUser('gone')
    const order = await pay(other, 10)
    await set('SelfUseModeEnabled', 'true')
    await api.root.call('DELETE', `/api/user/${other.id}`)
    expect(await notify(epayNotice(order.data))).toBe('success')
    await set('SelfUseModeEnabled', 'false')
    expect(await quotaOf(other)).toBe(5_000_000_000n)
  })

  it('C-WALLET-15 is refused while the provider is not set up, whatever its signature', async () => {
    const { data } = await pay(bob, 27)
    await set('EpayKey', '')
    expect(await notify(epayNotice(data, {}, ''))).toBe('fail')
    await set('EpayKey', epayKey)
    expect(await notify(epayNotice(data))).toBe('success')
  })

  it('413 for a long one; after 300 forged ones an address has to wait, genuine ones do not count', async () => {
    const long = await fetch(`${api.url}/api/user/epay/notify`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(long.status).toBe(413)
    const genuine = epayNotice((await pay(bob, 28)).data)
    for (let index = 0; index < 320; index += 1) expect(await notify(genuine)).toBe('success')
    const forged = epayNotice({}, {}, 'guessed')
    for (let index = 0; index < 310; index += 1) await notify(forged)
    expect((await api.anonymous.request('GET', `/api/user/epay/notify?${asQuery(forged)}`)).status).toBe(429)
    await api.services.limiter.forget('topup:notices:127.0.0.1')
    expect(await notify(genuine)).toBe('success')
  })
})

describe('orders', () => {
  it('C-WALLET-17 are shown to their user and to administrators, with search, and to nobody else', async () => {
    const own = await ordersOf(alice, '?page_size=100')
    expect(new Set(own.map(({ user_id }) => user_id))).toEqual(new Set([alice.id]))
    const tradeNo = own[0]?.trade_no ?? ''
    expect((await alice.call<Order>('GET', `/api/topup/${tradeNo}`)).trade_no).toBe(tradeNo)
    expect((await bob.request('GET', `/api/topup/${tradeNo}`)).status).toBe(404)
    expect((await bob.request('GET', '/api/topup/')).status).toBe(403)
    expect((await api.anonymous.request('GET', '/api/user/topup/self')).status).toBe(401)
    const find = async (query: string) =>
      (await admin.call<{ items: Order[]; total: number }>('GET', `/api/topup/?page_size=100${query}`)).items
    const all = await find('')
    expect(new Set(all.map(({ username }) => username))).toEqual(new Set(['alice', 'bob', 'gone']))
    expect((await find(`&keyword=${tradeNo.slice(0, 12)}`)).map(({ trade_no }) => trade_no)).toEqual([
      tradeNo,
    ])
    expect(new Set((await find('&keyword=alic')).map(({ username }) => username))).toEqual(new Set(['alice']))
    expect((await find('&keyword=ali-2')).map(({ money }) => money)).toEqual(['146.00'])
    expect(await find('&keyword=%25')).toEqual([])
    expect(new Set((await find('&state=paid')).map(({ state }) => state))).toEqual(new Set(['paid']))
    expect((await admin.call<Order>('GET', `/api/topup/${tradeNo}`)).username).toBe('alice')
  })

  it('the super administrator refunds one: in part, then the rest, with the rebate; the balance may fall below zero', async () => {
    await set('RebateEnabled', 'true')
    await set('RebatePercentage', '10')
    const { data, trade_no } = await pay(alice, 3)
    await notify(epayNotice(data))
    await set('RebateEnabled', 'false')
    const [before, beforeOfInviter] = [await quotaOf(alice), await quotaOf(inviter)]
    await api.root.call('POST', '/api/user/credit', { id: alice.id, delta: String(-(before / 1000n)) })
    const refund = (body: object, caller = api.root) =>
      caller.request<Order>('POST', `/api/topup/${trade_no}/refund`, body)
    expect((await refund({}, admin)).status).toBe(403)
    for (const money of ['0', '21.91', '-1', '1.001', 'all'])
      expect((await refund({ money })).status).toBe(400)
    expect((await refund({ money: '1,5' })).body).toMatchObject({
      code: 'refund_amount_invalid',
      field: 'money',
      message: 'the amount to refund must be a number from 0.01 to 21.90 CNY',
    })
    expect((await refund({ money: '7.30', note: 'one of three' })).body.data).toMatchObject({
      state: 'paid',
      refunded_money: '7.30',
      refunded_quota_exact: '500000',
    })
    expect(await quotaOf(alice)).toBe((before % 1000n) - 500_000_000n)
    expect((await quotaOf(inviter)) - beforeOfInviter).toBe(-50_000_000n)
    expect((await refund({})).body.data).toMatchObject({ state: 'refunded', refunded_money: '21.90' })
    expect(await quotaOf(alice)).toBe((before % 1000n) - 1_500_000_000n)
    expect((await quotaOf(inviter)) - beforeOfInviter).toBe(-150_000_000n)
    const again = await refund({})
    expect([again.status, again.body.code]).toEqual([409, 'order_not_refundable'])
    const events = await api.services
      .knex('audit_events')
      .where({ action: 'order.refund', target_id: trade_no })
      .orderBy('id')
    expect(events).toHaveLength(2)
    expect(events[0].after).toContain('one of three')
    expect(await notify(epayNotice(data, { trade_no: 'again' }))).toBe('fail')
  })

  it('an order that is not paid cannot be refunded, and one that does not exist is not found', async () => {
    const { trade_no } = await pay(alice, 4)
    const refund = (number: string) => api.root.request('POST', `/api/topup/${number}/refund`, {})
    expect((await refund(trade_no)).body.code).toBe('order_not_refundable')
    expect((await refund('x')).body.code).toBe('order_not_found')
  })

  it('afterwards the books add up', async () => {
    expect(await auditState()).toBe('clean')
  })
})
