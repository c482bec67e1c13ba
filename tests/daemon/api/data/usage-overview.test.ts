import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

const HOUR = 3600

interface Overview {
  readonly buckets: readonly { readonly at: number; readonly calls: number }[]
}

let api: TestApi
let a: Caller
let hour: number
/**
 * Logs one call of a in the first hour. In the second: 20 of a that took 100, 200 … 2000 ms, one of b, and a failure.
 */
beforeAll(async () => {
  api = await startTestApi()
  a = await api.createUser('a')
  const b = await api.createUser('b')
  for (const { id } of [a, b]) await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
  await api.services.knex('usage_logs').delete()
  api.clock.advance(HOUR * 1000 - (api.clock.now() % (HOUR * 1000)) + 1000)
  const call = { username: 'a', userId: a.id, model: 'm1', promptTokens: 10, completionTokens: 5, cost: 1500 }
  await chargeCall(api, { ...call, useTimeMs: 50 })
  api.clock.advance(HOUR * 1000)
  hour = Math.floor(api.clock.now() / 1000) - 1
  for (let i = 1; i <= 20; i += 1) await chargeCall(api, { ...call, useTimeMs: i * 100 })
  await chargeCall(api, { ...call, userId: b.id, username: 'b', useTimeMs: 9000 })
  const failure = { at_ms: api.clock.now(), type: 6, user_id: a.id, username: 'a', model: 'm1' }
  await api.services.knex('usage_logs').insert([
    { ...failure, request_id: 'req_f' },
    { ...failure, request_id: 'req_f' },
  ])
})
afterAll(() => api.close())

const span = () => `start_timestamp=${hour}&end_timestamp=${hour + HOUR - 1}`

describe('GET /api/data/self/overview', () => {
  it('200 gives totals beside those of the hour before, failures once a call, and latencies by nearest rank', async () => {
    expect(await a.call('GET', `/api/data/self/overview?${span()}`)).toEqual({
      from: hour,
      until: hour + HOUR - 1,
      before_from: hour - HOUR,
      step: HOUR,
      is_error_logged: false,
      is_complete: true,
      total: { requests: 20, quota: 30, quota_exact: '30', tokens: 300, failed: 1 },
      before: { requests: 1, quota: 2, quota_exact: '1.5', tokens: 15, failed: 0 },
      latency: { at: hour, calls: 20, p50_ms: 1000, p95_ms: 1900 },
      buckets: [{ at: hour, calls: 20, p50_ms: 1000, p95_ms: 1900 }],
    })
  })

  it('200 cuts latencies into the steps asked for, from the beginning asked for', async () => {
    const by = async (step: number) =>
      (
        await a.call<Overview>(
          'GET',
          `/api/data/self/overview?start_timestamp=${hour - HOUR}&end_timestamp=${hour + HOUR - 1}&step=${step}`,
        )
      ).buckets.map(({ at, calls }) => [at - hour, calls])
    expect(await by(HOUR)).toEqual([
      [-HOUR, 1],
      [0, 20],
    ])
    expect(await by(86_400)).toEqual([[-HOUR, 21]])
  })

  it('200 knows nothing where nothing was called', async () => {
    expect(
      await a.call(
        'GET',
        `/api/data/self/overview?start_timestamp=${hour - 9 * HOUR}&end_timestamp=${hour - 8 * HOUR}`,
      ),
    ).toMatchObject({
      total: { requests: 0, quota_exact: '0', tokens: 0, failed: 0 },
      latency: { calls: 0, p50_ms: null, p95_ms: null },
      buckets: [],
    })
  })

  it('400 beyond a month', async () => {
    const { status, body } = await a.request(
      'GET',
      `/api/data/self/overview?start_timestamp=${hour - 32 * 86_400}`,
    )
    expect([status, body.code]).toEqual([400, 'span_too_long'])
  })
})

describe('GET /api/data/overview', () => {
  it('200 adds all users up, or shows one by name; 403 for users', async () => {
    const read = (query = '') => api.root.call('GET', `/api/data/overview?${span()}${query}`)
    expect(await read()).toMatchObject({ total: { requests: 21, failed: 1 }, latency: { p95_ms: 2000 } })
    expect(await read('&username=b')).toMatchObject({
      total: { requests: 1, failed: 0 },
      latency: { p95_ms: 9000 },
    })
    expect(await read('&username=nobody')).toMatchObject({ total: { requests: 0 }, latency: { calls: 0 } })
    expect((await a.request('GET', '/api/data/overview')).status).toBe(403)
  })
})
