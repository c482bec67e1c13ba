import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Status {
  readonly can_check_in: boolean
  readonly quota_min: number
  readonly quota_max: number
  readonly last_check_in_time: number
  readonly next_check_in_time: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let api: TestApi
let users = 0
beforeAll(async () => {
  api = await startTestApi()
  await set('CheckInEnabled', 'true')
})
afterAll(() => api.close())
// Each test begins in the middle of a new UTC day.
beforeEach(() => moveTo(12))

const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
/** Advances the clock to the next time it is this hour in UTC. */
const moveTo = (hour: number) => {
  const ms = (DAY_MS + hour * HOUR_MS - (api.clock.now() % DAY_MS)) % DAY_MS
  api.clock.advance(ms === 0 ? DAY_MS : ms)
}
const newUser = () => {
  users += 1
  return api.createUser(`guest${users}`)
}
const checkIn = (who: Caller) => who.request<{ quota: number }>('POST', '/api/user/check_in')
const statusOf = (who: Caller) => who.call<Status>('GET', '/api/user/check_in_status')
const quotaOf = async (who: Caller) => (await who.call<{ quota: number }>('GET', '/api/user/self')).quota
const books = async () => (await api.root.call<{ state: string }>('GET', '/api/audit/')).state

describe('GET /api/user/check_in_status', () => {
  it('A-CHECK-02 200 says whether it is due, what it brings and when the next day begins', async () => {
    const user = await newUser()
    const midnight = Math.ceil(api.clock.now() / DAY_MS) * (DAY_MS / 1000)
    expect(await statusOf(user)).toEqual({
      can_check_in: true,
      quota_min: 1000,
      quota_max: 1000,
      last_check_in_time: 0,
      next_check_in_time: midnight,
    })
    await checkIn(user)
    const after = await statusOf(user)
    expect(after).toMatchObject({ can_check_in: false, next_check_in_time: midnight })
    expect(Math.abs(after.last_check_in_time - api.clock.now() / 1000)).toBeLessThan(60)
  })

  it('200 is never due while it is switched off', async () => {
    const user = await newUser()
    await set('CheckInEnabled', 'false')
    expect((await statusOf(user)).can_check_in).toBe(false)
    await set('CheckInEnabled', 'true')
    expect((await statusOf(user)).can_check_in).toBe(true)
  })

  it('401 without signing in', async () => {
    expect((await api.anonymous.request('GET', '/api/user/check_in_status')).status).toBe(401)
    expect((await checkIn(api.anonymous)).status).toBe(401)
  })
})

describe('POST /api/user/check_in', () => {
  it('A-CHECK-03 A-CHECK-04 A-CHECK-06 200 credits the reward, with an entry and a log row of type 5; 409 the same day', async () => {
    const user = await newUser()
    expect((await checkIn(user)).body).toEqual({ success: true, message: '', data: { quota: 1000 } })
    expect(await quotaOf(user)).toBe(1000)
    const log = await user.call<{ items: object[] }>('GET', '/api/log/self/?type=5')
    expect(log.items).toMatchObject([{ type: 5, quota: 1000, content: 'Checked in: $0.002000' }])
    const entries = await user.call<{ items: object[] }>('GET', '/api/user/self/entries')
    expect(entries.items).toMatchObject([{ kind: 'checkin', amount: 1000, balance: 1000, is_logged: true }])

    const again = await checkIn(user)
    expect([again.status, again.body.code]).toEqual([409, 'check_in_done'])
    expect(await quotaOf(user)).toBe(1000)
    moveTo(12)
    expect((await checkIn(user)).status).toBe(200)
    expect(await quotaOf(user)).toBe(2000)
  })

  it('A-CHECK-04 of 20 parallel calls one is paid', async () => {
    const user = await newUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(user)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    expect(await quotaOf(user)).toBe(1000)
    expect(await books()).toBe('clean')
  })

  it('A-CHECK-05 A-OPT-089 A-OPT-090 a random whole reward between both bounds, both of which occur; exactly CheckInQuota without a maximum above it', async () => {
    const twenty = await Promise.all(Array.from({ length: 20 }, newUser))
    const rewards = async () =>
      (await Promise.all(twenty.map(checkIn))).map(({ body }) => body.data.quota).sort((a, b) => a - b)
    await set('CheckInMaxQuota', '2000')
    expect(await statusOf(twenty[0] as Caller)).toMatchObject({ quota_min: 1000, quota_max: 2000 })
    const wide = await rewards()
    expect(wide.every((each) => Number.isInteger(each) && each >= 1000 && each <= 2000)).toBe(true)
    expect(new Set(wide).size).toBeGreaterThan(1)

    // With two possible rewards, one is missing from twenty draws once in half a million runs.
    moveTo(12)
    await set('CheckInMaxQuota', '1001')
    expect([...new Set(await rewards())]).toEqual([1000, 1001])
    for (const max of ['', '0', '999', '1000']) {
      moveTo(12)
      await set('CheckInMaxQuota', max)
      expect(new Set(await rewards()), max).toEqual(new Set([1000]))
    }
    await set('CheckInMaxQuota', '')
  })

  it('a reward of nothing uses the day up, is logged and leaves no entry', async () => {
    const user = await newUser()
    await set('CheckInQuota', '0')
    expect((await checkIn(user)).body.data).toEqual({ quota: 0 })
    await set('CheckInQuota', '1000')
    expect((await checkIn(user)).status).toBe(409)
    expect((await user.call<{ items: object[] }>('GET', '/api/log/self/?type=5')).items).toMatchObject([
      { type: 5, quota: 0 },
    ])
    expect((await user.call<{ items: object[] }>('GET', '/api/user/self/entries')).items).toEqual([])
  })

  it('A-CHECK-07 A-OPT-088 403 while it is switched off, in both languages; nothing is credited', async () => {
    const user = await newUser()
    await set('CheckInEnabled', 'false')
    for (const [language, message] of [
      ['en', 'check-in failed try later'],
      ['zh', '签到失败，请稍后再试'],
    ] as const) {
      const refused = await user.request('POST', '/api/user/check_in', undefined, {
        'accept-language': language,
      })
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'check_in_disabled',
        message,
      ])
    }
    await set('CheckInEnabled', 'true')
    expect(await quotaOf(user)).toBe(0)
    expect((await checkIn(user)).status).toBe(200)
  })

  it('a reward beyond what one booking may move is refused, and the day stays open', async () => {
    const user = await newUser()
    await set('CheckInQuota', '10000000001')
    expect((await checkIn(user)).body.code).toBe('amount_out_of_range')
    await set('CheckInQuota', '1000')
    expect((await checkIn(user)).status).toBe(200)
  })

  it('a key that is repeated gets the first answer', async () => {
    const user = await newUser()
    const once = () =>
      user.request('POST', '/api/user/check_in', undefined, { 'idempotency-key': 'check-in-today' })
    const first = await once()
    expect([(await once()).body, await quotaOf(user)]).toEqual([first.body, 1000])
  })

  it('works in self-use mode too: it is no top-up and no invitation', async () => {
    const user = await newUser()
    await set('SelfUseModeEnabled', 'true')
    expect((await checkIn(user)).status).toBe(200)
    await set('SelfUseModeEnabled', 'false')
  })

  it('a credential may ask with wallet:read and check in with wallet:write', async () => {
    const user = await newUser()
    const made = await user.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'reader',
      scopes: ['wallet:read'],
    })
    const reader = api.withToken(made.token)
    expect((await reader.request('GET', '/api/user/check_in_status')).status).toBe(200)
    const refused = await checkIn(reader)
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('leaves the books in order', async () => {
    expect(await books()).toBe('clean')
  })
})

describe('the day', () => {
  it('begins at midnight of UTC: a check-in just before it and one just after are two', async () => {
    const user = await newUser()
    moveTo(23)
    expect((await checkIn(user)).status).toBe(200)
    expect((await checkIn(user)).status).toBe(409)
    moveTo(0)
    expect((await checkIn(user)).status).toBe(200)
    expect((await checkIn(user)).status).toBe(409)
  })

  it('CheckInTimeZone moves midnight; anything that is no zone is refused', async () => {
    const user = await newUser()
    for (const zone of ['Mars/Olympus', '', '+25:00'])
      expect(
        (await api.root.request('PUT', '/api/option/', { key: 'CheckInTimeZone', value: zone })).body,
      ).toMatchObject({ code: 'option_time_zone', field: 'CheckInTimeZone' })
    await set('CheckInTimeZone', 'Asia/Shanghai')
    moveTo(15)
    expect((await checkIn(user)).status).toBe(200)
    const { next_check_in_time: next } = await statusOf(user)
    expect(new Date(next * 1000).toISOString()).toMatch(/T16:00:00.000Z$/)
    moveTo(16)
    expect((await checkIn(user)).status).toBe(200)
    moveTo(0)
    expect((await checkIn(user)).status).toBe(409)
    await set('CheckInTimeZone', 'UTC')
  })

  it('a clock that is set back brings no earlier day again', async () => {
    const user = await newUser()
    moveTo(0)
    expect((await checkIn(user)).status).toBe(200)
    api.clock.advance(-HOUR_MS)
    expect((await statusOf(user)).can_check_in).toBe(false)
    expect((await checkIn(user)).status).toBe(409)
    api.clock.advance(HOUR_MS)
    expect(await quotaOf(user)).toBe(1000)
  })

  it('the entry alone keeps a day from being paid twice, even with the account’s own note of it gone', async () => {
    const user = await newUser()
    expect((await checkIn(user)).status).toBe(200)
    await api.services.knex('users').where({ id: user.id }).update({ last_check_in_time: 0 })
    expect((await checkIn(user)).body.code).toBe('check_in_done')
    expect(await quotaOf(user)).toBe(1000)
  })
})
