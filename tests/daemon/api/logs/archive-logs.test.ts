import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

const ROWS = 1500

let api: TestApi
let nowMs: number
beforeAll(async () => {
  api = await startTestApi()
  nowMs = api.clock.now()
  await api.services.knex('usage_logs').delete()
  for (let from = 0; from < ROWS; from += 500)
    await api.services.knex('usage_logs').insert(
      Array.from({ length: 500 }, (_, index) => ({
        at_ms: nowMs - 10 * 86_400_000 + (from + index) * 1000,
        type: 2,
        user_id: api.root.id,
        request_id: `req_${from + index}`,
      })),
    )
  await api.services.knex('usage_logs').insert({ at_ms: nowMs, type: 4, user_id: api.root.id })
})
afterAll(() => api.close())

interface Row {
  readonly id: number
  readonly request_id: string
}

describe('GET /api/log/archive', () => {
  it('200 gives every row before the time once, oldest first, a thousand at a time', async () => {
    const before = Math.floor(nowMs / 1000) - 86_400
    const found: Row[] = []
    const sizes: number[] = []
    for (;;) {
      const rows = await api.root.call<Row[]>(
        'GET',
        `/api/log/archive?before=${before}&after_id=${found.at(-1)?.id ?? 0}`,
      )
      if (rows.length === 0) break
      sizes.push(rows.length)
      found.push(...rows)
    }
    expect(sizes).toEqual([1000, 500])
    expect(found.map((row) => row.request_id)).toEqual(
      Array.from({ length: ROWS }, (_, index) => `req_${index}`),
    )
  })

  it('400 without a time, 403 for users', async () => {
    expect((await api.root.request('GET', '/api/log/archive')).status).toBe(400)
    const user = await api.createUser('nosy')
    expect((await user.request('GET', '/api/log/archive?before=1')).status).toBe(403)
  })
})
