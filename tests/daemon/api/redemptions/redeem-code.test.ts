import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type CodeAnswer, newCode } from './new-codes.ts'

interface Self {
  readonly quota: number
  readonly quota_exact: string
}

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
})
afterAll(() => api.close())

const redeem = (key: unknown, who = user) => who.request('POST', '/api/user/topup', { key })
const quotaOf = async (who: Caller) => (await who.call<Self>('GET', '/api/user/self')).quota
const read = (id: number) => api.root.call<CodeAnswer>('GET', `/api/redemption/${id}`)
const isClean = async () => (await api.root.call<{ state: string }>('GET', '/api/audit/')).state

describe('POST /api/user/topup', () => {
  it('200 credits an ordinary code once, marks it used and leaves a log row of type 1', async () => {
    const code = await newCode(api, { quota: 500_000 })
    const before = await quotaOf(user)
    const answer = await redeem(`  ${code.key} `)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { quota: 500_000, quota_exact: '500000', is_gift: false },
    ])
    expect(await quotaOf(user)).toBe(before + 500_000)
    expect(await read(code.id)).toMatchObject({ status: 3, used_user_id: user.id, used_count: 1 })
    const log = await user.call<{ items: object[] }>('GET', '/api/log/self/?type=1')
    expect(log.items[0]).toMatchObject({
      type: 1,
      quota: 500_000,
      username: 'u1',
      content: 'Redeemed a code: $1.000000',
    })
    expect((await redeem(code.key)).body).toMatchObject({
      code: 'redeem_used',
      message: 'this redemption code has been used',
    })
    expect(await quotaOf(user)).toBe(before + 500_000)
  })

  it('200 credits a gift code once to each of several users', async () => {
    const code = await newCode(api, { is_gift: true, max_uses: 2 })
    const [second, third] = [await api.createUser('g2'), await api.createUser('g3')]
    expect((await redeem(code.key)).body.data).toMatchObject({ quota: 1000, is_gift: true })
    expect((await redeem(code.key)).body.code).toBe('redeem_already_by_you')
    expect((await redeem(code.key, second)).status).toBe(200)
    expect((await redeem(code.key, third)).body.code).toBe('redeem_limit_reached')
    expect(await quotaOf(third)).toBe(0)
    expect(await read(code.id)).toMatchObject({ used_count: 2 })
  })

  it.each([
    ['disabled', { is_gift: false }, { status: 2 }, 'redeem_disabled'],
    ['disabled gift', { is_gift: true }, { status: 2 }, 'redeem_disabled'],
    ['early', { valid_from: 4_000_000_000 }, {}, 'redeem_not_yet'],
    ['late', { valid_until: 1_000_000_000 }, {}, 'redeem_expired'],
    ['deleted', {}, { deleted_time: 1 }, 'redeem_invalid'],
  ])('400 refuses a %s code', async (_, fields, columns, error) => {
    const code = await newCode(api, fields)
    if (Object.keys(columns).length > 0)
      await api.services.knex('redemptions').where({ id: code.id }).update(columns)
    const before = await quotaOf(user)
    const refused = await redeem(code.key)
    expect([refused.status, refused.body.code]).toEqual([400, error])
    expect(await quotaOf(user)).toBe(before)
  })

  it.each([[''], ['  '], [undefined]])('400 asks for a code when there is none (%j)', async (key) => {
    expect((await redeem(key)).body).toMatchObject({
      code: 'redeem_code_required',
      message: 'please enter the code',
    })
  })

  it.each([[7], [null], [['a']], [{}], ['x'.repeat(101)]])('400 refuses %j', async (key) => {
    expect((await redeem(key)).body).toMatchObject({ code: 'invalid_request', field: 'key' })
  })

  it('401 without signing in', async () => {
    expect((await redeem('x', api.anonymous)).status).toBe(401)
  })

  it('429 after ten wrong codes in an hour, for right ones as well, for this user alone', async () => {
    const guesser = await api.createUser('guesser')
    const code = await newCode(api)
    for (let i = 0; i < 10; i += 1)
      expect((await redeem(`wrong-${i}`, guesser)).body.code).toBe('redeem_invalid')
    const refused = await redeem(code.key, guesser)
    expect([refused.status, refused.body.code]).toEqual([429, 'redeem_too_many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await quotaOf(guesser)).toBe(0)
    expect((await redeem(code.key)).status).toBe(200)
  })

  it('429 also when all guesses are sent at once: no more than ten are looked at', async () => {
    const guesser = await api.createUser('burst')
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => redeem(`guess-${i}`, guesser)))
    expect(answers.filter((each) => each.body.code === 'redeem_invalid')).toHaveLength(10)
    expect(answers.filter((each) => each.status === 429)).toHaveLength(30)
  })

  it('403 in self-use mode', async () => {
    const code = await newCode(api)
    await api.root.call('PUT', '/api/option/', { key: 'SelfUseModeEnabled', value: 'true' })
    expect((await redeem(code.key)).body.code).toBe('self_use_mode')
    await api.root.call('PUT', '/api/option/', { key: 'SelfUseModeEnabled', value: 'false' })
    expect((await redeem(code.key)).status).toBe(200)
  })
})

describe('races', () => {
  it('one code, 100 callers at once: one wins', async () => {
    const code = await newCode(api, { quota: 777 })
    const users = await Promise.all(Array.from({ length: 10 }, (_, i) => api.createUser(`race${i}`)))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => redeem(code.key, users[i % 10] as Caller)),
    )
    expect(answers.filter((each) => each.status === 200)).toHaveLength(1)
    expect(new Set(answers.filter((each) => each.status !== 200).map((each) => each.body.code))).toEqual(
      new Set(['redeem_used']),
    )
    const balances = await Promise.all(users.map(quotaOf))
    expect(balances.sort((a, b) => b - a)).toEqual([777, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(await isClean()).toBe('clean')
  })

  it('one gift code for four of ten users, 100 calls at once: four win, each once', async () => {
    const code = await newCode(api, { is_gift: true, max_uses: 4, quota: 5 })
    const users = await Promise.all(Array.from({ length: 10 }, (_, i) => api.createUser(`gift${i}`)))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => redeem(code.key, users[i % 10] as Caller)),
    )
    expect(answers.filter((each) => each.status === 200)).toHaveLength(4)
    const balances = await Promise.all(users.map(quotaOf))
    expect(balances.sort((a, b) => b - a)).toEqual([5, 5, 5, 5, 0, 0, 0, 0, 0, 0])
    expect(await read(code.id)).toMatchObject({ used_count: 4, status: 3 })
    expect(await isClean()).toBe('clean')
  })
})
