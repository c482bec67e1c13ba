import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogSums } from '../../../../src/daemon/logs/sum-logs.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

const ROWS = 100_500

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const { knex } = api.services
  const row = {
    type: 2,
    user_id: api.root.id,
    username: 'root',
    model: 'gpt-4o',
    content: 'x',
    quota: 1,
    prompt_tokens: 1,
    completion_tokens: 1,
  }
  await knex('usage_logs').delete()
  await knex('usage_logs').insert({ ...row, at_ms: 1000 })
  // Doubling the rows inside the store takes one statement per step instead of a hundred thousand inserts.
  for (let count = 1; count < ROWS; count *= 2)
    await knex.raw(
      `INSERT INTO usage_logs (type, user_id, username, model, content, quota, prompt_tokens, completion_tokens, at_ms)
       SELECT type, user_id, username, model, content, quota, prompt_tokens, completion_tokens, at_ms + ${count}
       FROM usage_logs ORDER BY id LIMIT ${Math.min(count, ROWS - count)}`,
    )
})
afterAll(() => api.close())

describe('a log of a hundred thousand rows', () => {
  it('counts to 100 000 and not further', async () => {
    expect(await api.root.call('GET', '/api/log/')).toMatchObject({ total: 100_000 })
    expect(await api.root.call('GET', '/api/log/self')).toMatchObject({ total: 100_000 })
  })

  it('sums all rows exactly', async () => {
    expect(await api.root.call('GET', '/api/log/stat')).toMatchObject({
      quota_exact: '100.5',
      token_total: 2 * ROWS,
    })
  })

  it('answers searches full of wildcards with nothing, twenty at once', async () => {
    const keywords = ['%'.repeat(100), '_'.repeat(100), '%_'.repeat(50), '\\%']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        api.root.request('GET', `/api/log/search?keyword=${encodeURIComponent(keywords[i % 4] ?? '')}`),
      ),
    )
    for (const answer of answers) expect(answer.body.data).toMatchObject({ total: 0, items: [] })
  })

  it('once added up, is counted to its end, has a last page, and is drawn from its sums', async () => {
    const sums = createLogSums({ ...api.services, pause: async () => undefined })
    await sums.pass()
    await sums.pass()
    const last = await api.root.call<{ total: number; items: { id: number }[] }>(
      'GET',
      `/api/log/?p=${ROWS / 100}&page_size=100`,
    )
    const oldest = await api.services.knex('usage_logs').orderBy('id').limit(100).pluck('id')
    expect(last.total).toBe(ROWS)
    expect(last.items.map(({ id }) => id)).toEqual(oldest.reverse())
    expect(await api.root.call('GET', '/api/log/stat')).toMatchObject({ quota_exact: '100.5' })
    for (const query of ['', `start_timestamp=1&end_timestamp=7200`]) {
      const series = await api.root.call<{
        is_complete: boolean
        buckets: { calls: number; tokens: number; quota_exact: string }[]
      }>('GET', `/api/log/series?${query}`)
      expect(series.is_complete).toBe(true)
      expect(series.buckets).toMatchObject([{ calls: ROWS, tokens: 2 * ROWS, quota_exact: '100.5' }])
    }
  })
})
