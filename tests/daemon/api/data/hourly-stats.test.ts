import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Stat {
  readonly model_name: string
  readonly created_at: number
  readonly count: number
  readonly quota: number
  readonly quota_exact: string
  readonly token_used: number
  readonly user_id: number
  readonly username: string
}

const MONTH = 2_592_000

let api: TestApi
let a: Caller
let b: Caller
let now: number
beforeAll(async () => {
  api = await startTestApi()
  a = await api.createUser('a')
  b = await api.createUser('b')
  for (const { id } of [a, b]) await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
  for (const [user, model, cost] of [
    [a, 'm1', 1500],
    [a, 'm1', 1500],
    [a, 'm2', 250],
    [b, 'm1', 1000],
  ] as const)
    await chargeCall(api, { userId: user.id, model, promptTokens: 10, completionTokens: 5, cost })
  now = Math.floor(api.clock.now() / 1000)
})
afterAll(() => api.close())

describe('finding console 7: buckets as wide as the bars of a chart', () => {
  it('200 adds the hours of a bucket up, counted from the beginning of the span', async () => {
    const c = await api.createUser('c')
    const start = 500_000 * 3600
    const row = (hours: number, model: string) => ({
      user_id: c.id,
      model,
      hour_time: start + hours * 3600,
      requests: 4,
      quota: 5250,
      tokens: 40,
    })
    await api.services
      .knex('hourly_stats')
      .insert([row(0, 'm1'), row(2, 'm1'), row(3, 'm1'), row(3, 'm2'), row(8, 'm1')])
    const query = `start_timestamp=${start}&end_timestamp=${start + 9 * 3600}`
    const told = (stats: Stat[]) =>
      stats.map((each) => [(each.created_at - start) / 3600, each.model_name, each.count, each.quota_exact])
    const buckets = [
      [0, 'm1', 8, '10.5'],
      [3, 'm1', 4, '5.25'],
      [3, 'm2', 4, '5.25'],
      [6, 'm1', 4, '5.25'],
    ]
    expect(told(await c.call('GET', `/api/data/self?${query}&step=10800`))).toEqual(buckets)
    expect(told(await api.root.call('GET', `/api/data/?${query}&step=10800&username=c`))).toEqual(buckets)
    expect(told(await c.call('GET', `/api/data/self?${query}`)).map(([hours]) => hours)).toEqual([
      0, 2, 3, 3, 8,
    ])
  })

  it('400 refuses buckets shorter than an hour', async () => {
    expect((await a.request('GET', '/api/data/self?step=60')).status).toBe(400)
  })
})

describe('GET /api/data/self', () => {
  it('200 gives own rows by model and hour', async () => {
    const stats = await a.call<Stat[]>('GET', '/api/data/self')
    expect(stats.map(({ created_at, ...rest }) => rest)).toEqual([
      {
        model_name: 'm1',
        count: 2,
        quota: 3,
        quota_exact: '3',
        token_used: 30,
        user_id: a.id,
        username: 'a',
      },
      {
        model_name: 'm2',
        count: 1,
        quota: 0,
        quota_exact: '0.25',
        token_used: 15,
        user_id: a.id,
        username: 'a',
      },
    ])
    expect(stats.every((each) => each.created_at % 3600 === 0)).toBe(true)
  })

  it('200 within a month, 400 beyond', async () => {
    const path = (span: number) =>
      `/api/data/self?start_timestamp=${now - span}&end_timestamp=${now}&default_time=hour`
    expect((await a.request('GET', path(MONTH))).status).toBe(200)
    expect((await a.request('GET', path(MONTH + 1))).body.code).toBe('span_too_long')
  })

  it('200 is empty outside of the time', async () => {
    expect(
      await a.call('GET', `/api/data/self?start_timestamp=${now - 20_000}&end_timestamp=${now - 10_000}`),
    ).toEqual([])
  })
})

describe('GET /api/data/', () => {
  it('200 adds all users up, or shows one by name', async () => {
    const sums = await api.root.call<Stat[]>('GET', '/api/data/')
    expect(
      sums.map(({ model_name, count, quota_exact, user_id, username }) => [
        model_name,
        count,
        quota_exact,
        user_id,
        username,
      ]),
    ).toEqual([
      ['m1', 3, '4', 0, ''],
      ['m2', 1, '0.25', 0, ''],
    ])
    const one = await api.root.call<Stat[]>('GET', '/api/data/?username=b')
    expect(one.map(({ model_name, quota_exact, username }) => [model_name, quota_exact, username])).toEqual([
      ['m1', '1', 'b'],
    ])
    expect(await api.root.call('GET', '/api/data/?username=nobody')).toEqual([])
  })

  it('403 for users', async () => {
    expect((await a.request('GET', '/api/data/')).status).toBe(403)
  })
})
