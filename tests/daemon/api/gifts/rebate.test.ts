import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type CodeAnswer, newCode } from '../redemptions/new-codes.ts'
import { inviteCode, signUpWith } from './guests.ts'

interface Self {
  readonly quota: number
  readonly quota_exact: string
  readonly aff_quota: number
}
interface LogPage {
  readonly items: readonly { readonly quota: number; readonly content: string; readonly client_ip: string }[]
}

let api: TestApi
let host: Caller
let guest: Caller
beforeAll(async () => {
  api = await startTestApi()
  host = await api.createUser('host')
  guest = await signUpWith(api, 'guest', await inviteCode(host))
  await set('RebatePercentage', '2.5')
  await set('RebateEnabled', 'true')
})
afterAll(() => api.close())

const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const selfOf = (who: Caller) => who.call<Self>('GET', '/api/user/self')
const redeem = async (fields: Record<string, unknown>, who = guest): Promise<void> => {
  const code = await newCode(api, fields)
  await who.call('POST', '/api/user/topup', { key: code.key })
}
const books = async () => (await api.root.call<{ state: string }>('GET', '/api/audit/')).state
/** Returns how much the host's balance grew while an action ran, from the exact text. */
const gained = async (act: () => Promise<unknown>): Promise<number> => {
  const before = Number((await selfOf(host)).quota_exact)
  await act()
  return Math.round((Number((await selfOf(host)).quota_exact) - before) * 1000) / 1000
}

describe('the rebate', () => {
  it('A-AFF-07 A-AFF-08 A-OPT-096 A-OPT-097 2.5 % of an ordinary code go to the inviter’s balance; both logs say so', async () => {
    expect(await gained(() => redeem({ quota: 1_000_000 }))).toBe(25_000)
    expect((await selfOf(host)).aff_quota).toBe(0)
    expect((await selfOf(guest)).quota).toBe(1_000_000)
    const ofHost = await host.call<LogPage>('GET', '/api/log/self/?type=4')
    expect(ofHost.items[0]).toMatchObject({
      quota: 25_000,
      content: 'Rebate of 2.5% on a top-up by guest: $0.050000',
      client_ip: '',
    })
    const ofGuest = await guest.call<LogPage>('GET', '/api/log/self/?type=4')
    expect(ofGuest.items[0]).toMatchObject({
      quota: 0,
      content: 'This top-up brought your inviter a rebate of 2.5%: $0.050000',
    })
    const entries = await host.call<{ items: object[] }>('GET', '/api/user/self/entries')
    expect(entries.items[0]).toMatchObject({ kind: 'rebate', amount: 25_000 })
  })

  it('A-AFF-07 gift codes, check-ins, invitations and an administrator’s credit bring none', async () => {
    await set('CheckInEnabled', 'true')
    const code = await inviteCode(guest)
    expect(await gained(() => redeem({ is_gift: true, quota: 1_000_000 }))).toBe(0)
    expect(await gained(() => guest.call('POST', '/api/user/check_in'))).toBe(0)
    expect(await gained(() => signUpWith(api, 'second', code))).toBe(0)
    expect(
      await gained(() => api.root.call('POST', '/api/user/credit', { id: guest.id, delta: '1000000' })),
    ).toBe(0)
  })

  it('is cut to whole thousandths, without floating point', async () => {
    await set('RebatePercentage', '0.1')
    expect(await gained(() => redeem({ quota: 1 }))).toBe(0.001)
    await set('RebatePercentage', '33.3')
    expect(await gained(() => redeem({ quota: 7 }))).toBe(2.331)
    await set('RebatePercentage', '0.3')
    expect(await gained(() => redeem({ quota: 9_999_999_999 }))).toBe(29_999_999.997)
    await set('RebatePercentage', '100')
    expect(await gained(() => redeem({ quota: 3 }))).toBe(3)
    await set('RebatePercentage', '0')
    expect(await gained(() => redeem({ quota: 1_000_000 }))).toBe(0)
    await set('RebatePercentage', '2.5')
  })

  it('is not given while it is switched off, to accounts nobody invited, nor to a banned or deactivated inviter', async () => {
    await set('RebateEnabled', 'false')
    expect(await gained(() => redeem({ quota: 1000 }))).toBe(0)
    await set('RebateEnabled', 'true')
    const stranger = await api.createUser('stranger')
    expect(await gained(() => redeem({ quota: 1000 }, stranger))).toBe(0)
    const balance = Number((await selfOf(host)).quota_exact)
    const manage = (action: string) => api.root.call('POST', '/api/user/manage', { id: host.id, action })
    await manage('disable')
    await redeem({ quota: 1000 })
    await manage('enable')
    host = await api.signIn('host', host.password)
    expect(Number((await selfOf(host)).quota_exact)).toBe(balance)
    expect(await gained(() => redeem({ quota: 1000 }))).toBe(25)
  })

  it('of a code that 20 calls redeem at once comes once, beside codes that the inviter redeems', async () => {
    const code = await newCode(api, { quota: 1_000_000 })
    const own: CodeAnswer[] = []
    for (let index = 0; index < 5; index += 1) own.push(await newCode(api, { quota: 10 }))
    const gain = await gained(() =>
      Promise.all([
        ...Array.from({ length: 20 }, () => guest.request('POST', '/api/user/topup', { key: code.key })),
        ...own.map(({ key }) => host.call('POST', '/api/user/topup', { key })),
      ]),
    )
    expect(gain).toBe(25_050)
  })

  it('an inviter whose balance is at its bound gets none, and the code is credited all the same', async () => {
    const free = Number((await selfOf(host)).quota_exact)
    await api.root.call('POST', '/api/user/credit', {
      id: host.id,
      delta: ((8_000_000_000_000_000 - Math.round(free * 1000)) / 1000).toFixed(3),
    })
    const before = (await selfOf(guest)).quota
    expect(await gained(() => redeem({ quota: 1000 }))).toBe(0)
    expect((await selfOf(guest)).quota).toBe(before + 1000)
  })

  it('leaves the books in order', async () => {
    expect(await books()).toBe('clean')
  })
})
