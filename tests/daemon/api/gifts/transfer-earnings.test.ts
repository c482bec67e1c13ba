import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { inviteCode, signUpWith } from './guests.ts'

interface Self {
  readonly quota: number
  readonly aff_quota: number
  readonly aff_history_quota: number
}

let api: TestApi
let users = 0
beforeAll(async () => {
  api = await startTestApi()
  await set('QuotaForInviter', '600000')
})
afterAll(() => api.close())

const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const transfer = (who: Caller, quota: unknown) => who.request('POST', '/api/user/aff_transfer', { quota })
const read = async (who: Caller) => {
  const { quota, aff_quota, aff_history_quota } = await who.call<Self>('GET', '/api/user/self')
  return { quota, aff_quota, aff_history_quota }
}
/** Creates a user who has earned 600000 by inviting another user. */
const newHost = async (): Promise<Caller> => {
  users += 1
  const host = await api.createUser(`host${users}`)
  await signUpWith(api, `guest${users}`, await inviteCode(host))
  return host
}

describe('POST /api/user/aff_transfer', () => {
  it('A-AFF-04 400 below QuotaPerUnit, 200 from there on: both balances move by the same amount, the total stays', async () => {
    const host = await newHost()
    const refused = await transfer(host, 499_999)
    expect([refused.status, refused.body]).toEqual([
      400,
      { success: false, message: 'transfer at least 500000', code: 'transfer_too_small', field: 'quota' },
    ])
    expect(await read(host)).toEqual({ quota: 0, aff_quota: 600_000, aff_history_quota: 600_000 })
    const moved = await transfer(host, 500_000)
    expect([moved.status, moved.body.data]).toEqual([
      200,
      { quota: 500_000, quota_exact: '500000', aff_quota: 100_000, aff_quota_exact: '100000' },
    ])
    expect(await read(host)).toEqual({ quota: 500_000, aff_quota: 100_000, aff_history_quota: 600_000 })
    const log = await host.call<{ items: object[] }>('GET', '/api/log/self/?type=4')
    expect(log.items[0]).toMatchObject({
      quota: 500_000,
      content: 'Earnings of invitations moved to the balance: $1.000000',
    })
    const entries = await host.call<{ items: object[] }>('GET', '/api/user/self/entries')
    expect(entries.items).toMatchObject([{ kind: 'transfer', amount: 500_000, balance: 500_000 }])
  })

  it('A-AFF-05 400 for more than has been earned: nothing moves', async () => {
    const host = await newHost()
    const refused = await transfer(host, 600_001)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'transfer_too_large',
      'you can transfer at most 600000 quota of your invitation earnings',
    ])
    expect((await transfer(await api.createUser('nobody'), 500_000)).body.message).toBe(
      'you can transfer at most 0 quota of your invitation earnings',
    )
    expect(await read(host)).toMatchObject({ quota: 0, aff_quota: 600_000 })
  })

  it('A-AFF-05 of 20 parallel transfers of all of it one wins', async () => {
    const host = await newHost()
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(host, 600_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(400)])
    expect(await read(host)).toMatchObject({ quota: 600_000, aff_quota: 0 })
    expect(await api.root.call('GET', '/api/audit/')).toMatchObject({ state: 'clean' })
  })

  it.each([[0], [-500_000], [500_000.5], ['500000'], [null], [undefined], [1e300]])(
    '400 refuses %j',
    async (quota) => {
      const refused = await transfer(api.root, quota)
      expect([refused.status, refused.body.field]).toEqual([400, 'quota'])
      expect(refused.body.message).not.toContain('{')
    },
  )

  it('the least amount follows QuotaPerUnit, fractions included', async () => {
    const host = await newHost()
    await set('QuotaPerUnit', '1000.5')
    expect((await transfer(host, 1000)).body.message).toBe('transfer at least 1000.5')
    expect((await transfer(host, 1001)).status).toBe(200)
    await set('QuotaPerUnit', '500000')
  })

  it('C-SETUP-10 403 in self-use mode; with invitations switched off what was earned can still be moved', async () => {
    const host = await newHost()
    await set('SelfUseModeEnabled', 'true')
    expect(await transfer(host, 500_000)).toMatchObject({ status: 403, body: { code: 'self_use_mode' } })
    await set('SelfUseModeEnabled', 'false')
    await set('AffEnabled', 'false')
    expect((await transfer(host, 500_000)).status).toBe(200)
    await set('AffEnabled', 'true')
  })

  it('a key that is repeated moves it once', async () => {
    const host = await newHost()
    const once = () =>
      host.request('POST', '/api/user/aff_transfer', { quota: 500_000 }, { 'idempotency-key': 'earnings' })
    const first = await once()
    expect((await once()).body).toEqual(first.body)
    expect(await read(host)).toMatchObject({ quota: 500_000, aff_quota: 100_000 })
  })

  it('401 without signing in', async () => {
    expect((await transfer(api.anonymous, 500_000)).status).toBe(401)
  })
})
