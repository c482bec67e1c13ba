import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Series {
  readonly from: number
  readonly until: number
  readonly step: number
  readonly is_complete: boolean
  readonly buckets: readonly {
    readonly at: number
    readonly calls: number
    readonly errors: number
    readonly quota_exact: string
    readonly tokens: number
  }[]
}

const HOUR = 3600

let api: TestApi
let a: Caller
let b: Caller
let start: number
let end: number
let requestId: string
/** Logs three calls of a, one failure, and 90 minutes later one call of each user. */
beforeAll(async () => {
  api = await startTestApi()
  a = await api.createUser('a')
  b = await api.createUser('b')
  for (const { id } of [a, b]) await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
  await api.services.knex('usage_logs').delete()
  const now = api.clock.now()
  // Aligned, so that the three calls cannot fall into two steps.
  api.clock.advance(HOUR * 1000 - (now % (HOUR * 1000)) + 1000)
  start = Math.floor(api.clock.now() / 1000) - 1
  const call = { userId: a.id, username: 'a', promptTokens: 10, completionTokens: 5, cost: 1500 }
  for (const model of ['m1', 'm1', 'm2']) requestId = await chargeCall(api, { ...call, model })
  await api.services.knex('usage_logs').insert({
    request_id: 'req_f',
    at_ms: api.clock.now(),
    type: 6,
    user_id: a.id,
    username: 'a',
    model: 'm1',
  })
  api.clock.advance(90 * 60_000)
  await chargeCall(api, { ...call, model: 'm1' })
  await chargeCall(api, { ...call, userId: b.id, username: 'b', model: 'm1' })
  end = Math.floor(api.clock.now() / 1000) + 60
})
afterAll(() => api.close())

const span = () => `start_timestamp=${start}&end_timestamp=${end}`
const shape = ({ buckets }: Series) =>
  buckets.map(({ at, calls, errors, quota_exact, tokens }) => [
    (at - start) / 60,
    calls,
    errors,
    quota_exact,
    tokens,
  ])

describe('GET /api/log/series', () => {
  it('200 counts calls, failures, quota and tokens by step', async () => {
    const series = await api.root.call<Series>('GET', `/api/log/series?${span()}`)
    expect(series).toMatchObject({ from: start, until: end, step: 60, is_complete: true })
    expect(shape(series)).toEqual([
      [0, 3, 1, '4.5', 45],
      [90, 2, 0, '3', 30],
    ])
  })

  it('200 counts what the filters let through, and nothing of a name that is not there', async () => {
    const read = async (filter: string) =>
      shape(await api.root.call<Series>('GET', `/api/log/series?${span()}&${filter}`))
    expect(await read('model_name=m2')).toEqual([[0, 1, 0, '1.5', 15]])
    expect(await read('username=b')).toEqual([[90, 1, 0, '1.5', 15]])
    expect(await read('type=6')).toEqual([[0, 0, 1, '0', 0]])
    expect(await read(`request_id=${requestId}`)).toEqual([[0, 1, 0, '1.5', 15]])
    expect(await read('username=nobody')).toEqual([])
  })

  it('200 takes steps that make at most a hundred, and begins at the oldest row when no time is named', async () => {
    const week = await api.root.call<Series>(
      'GET',
      `/api/log/series?start_timestamp=${end - 7 * 86_400}&end_timestamp=${end}`,
    )
    expect(week.step).toBe(7200)
    const all = await api.root.call<Series>('GET', '/api/log/series')
    expect(all.from).toBe(start)
    expect(all.buckets.reduce((sum, each) => sum + each.calls, 0)).toBe(5)
  })

  it('403 for users, who see their own rows only', async () => {
    expect((await a.request('GET', '/api/log/series')).status).toBe(403)
    expect(shape(await a.call<Series>('GET', `/api/log/self/series?${span()}`))).toEqual([
      [0, 3, 1, '4.5', 45],
      [90, 1, 0, '1.5', 15],
    ])
    expect((await api.anonymous.request('GET', '/api/log/self/series')).status).toBe(401)
  })

  it('200 sums up one request where its id is asked for', async () => {
    expect(await a.call('GET', `/api/log/self/stat?request_id=${requestId}`)).toMatchObject({
      quota_exact: '1.5',
      token_total: 15,
    })
  })
})

describe('the log between two times', () => {
  it('has the rows of both ends and none beyond', async () => {
    const list = async (query: string) =>
      (await api.root.call<{ total: number }>('GET', `/api/log/?${query}`)).total
    expect(await list(span())).toBe(6)
    expect(await list(`start_timestamp=${start + HOUR}&end_timestamp=${end}`)).toBe(2)
    expect(await list(`start_timestamp=${start}&end_timestamp=${start + HOUR}`)).toBe(4)
    expect(await list(`start_timestamp=${end + 3 * 86_400}`)).toBe(0)
    expect(await list(`end_timestamp=${start - 3 * 86_400}`)).toBe(0)
  })
})
