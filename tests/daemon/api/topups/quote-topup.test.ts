import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let alice: Caller
const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const ask = (amount: unknown, more: object = {}) =>
  alice.request<string>('POST', '/api/user/amount', { amount, top_up_code: '', ...more })
const pays = async (amount: number) => {
  const { status, body } = await ask(amount)
  return status === 200 ? body.data : body.code
}
beforeAll(async () => {
  api = await startTestApi()
  await api.root.call('PUT', '/api/option/', { key: 'ServerAddress', value: 'https://gw.example.com' })
  alice = await api.createUser('alice')
})
afterAll(() => api.close())

describe('POST /api/user/amount', () => {
  it('403 while the administrator has not set up a payment provider', async () => {
    const answer = await ask(10)
    expect([answer.status, answer.body.code]).toEqual([403, 'online_topup_disabled'])
    expect(answer.body).toEqual({
      success: false,
      message: 'error',
      data: 'the administrator has not enabled online top-up',
      code: 'online_topup_disabled',
    })
    await set('PayAddress', 'https://pay.example.com')
    await set('EpayId', '1000')
    expect(await pays(10)).toBe('online_topup_disabled')
    await set('EpayKey', 'merchant-key')
    expect(await pays(10)).toBe('73.00')
  })

  it('C-WALLET-07 A-OPT-007 A-OPT-009 200 multiplies with the price of a dollar and the factor of the group, and says success', async () => {
    expect((await ask(10)).body).toMatchObject({ success: true, message: 'success', data: '73.00' })
    await set('TopupGroupRatio', '{"default":0.5}')
    expect(await pays(10)).toBe('36.50')
    await set('TopupGroupRatio', '{"default":0,"vip":3}')
    expect(await pays(10)).toBe('73.00')
    await set('TopupGroupRatio', '{"vip":3}')
    expect(await pays(10)).toBe('73.00')
  })

  it('200 computes exactly and rounds to hundredths, halves up', async () => {
    await set('Price', '1.15')
    expect(await pays(1.1)).toBe('1.27')
    expect(await pays(1.3)).toBe('1.50')
    expect(await pays(4.35)).toBe('5.00')
    await set('Price', '7.3')
  })

  it('C-WALLET-09 A-OPT-008 400 refuses less than the minimum and names it', async () => {
    await set('MinTopUp', '5')
    const answer = await ask(4.99)
    expect([answer.status, answer.body.code]).toEqual([400, 'topup_below_minimum'])
    expect(answer.body.data).toBe('top-up amount cannot be less than 5')
    expect(await pays(5)).toBe('36.50')
    await set('MinTopUp', '0')
    expect(await pays(0)).toBe('topup_too_low')
    expect(await pays(0.0001)).toBe('topup_too_low')
    await set('MinTopUp', '1')
  })

  it('200 takes quota units where the site shows those, with the minimum in them', async () => {
    await set('DisplayInCurrencyEnabled', 'false')
    expect(await pays(5_000_000)).toBe('73.00')
    expect(await pays(750_000)).toBe('10.95')
    const answer = await ask(499_999)
    expect(answer.body.data).toBe('top-up amount cannot be less than 500000')
    await set('DisplayInCurrencyEnabled', 'true')
  })

  it('400 refuses what is no amount, and more than one booking may move', async () => {
    for (const amount of [-1, 1e11, '10', null, Number.NaN])
      expect([amount, (await ask(amount)).status]).toEqual([amount, 400])
    expect(await pays(20_000)).toBe('146000.00')
    expect((await ask(20_000.000_001)).body).toMatchObject({
      code: 'topup_above_maximum',
      data: 'top-up amount cannot be more than 20000',
    })
    expect(await pays(1e-30)).toBe('topup_below_minimum')
    expect((await ask(10, { price: 1 })).status).toBe(400)
  })

  it('C-WALLET-14 403 in self-use mode; 401 refuses visitors', async () => {
    await set('SelfUseModeEnabled', 'true')
    const answer = await ask(10)
    expect([answer.status, answer.body.code]).toEqual([403, 'self_use_mode'])
    await set('SelfUseModeEnabled', 'false')
    expect((await api.anonymous.request('POST', '/api/user/amount', { amount: 10 })).status).toBe(401)
  })
})
