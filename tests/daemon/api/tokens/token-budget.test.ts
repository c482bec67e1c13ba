import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
  await api.root.call('PUT', '/api/option/', { key: 'CheckInTimeZone', value: 'Asia/Shanghai' })
})
afterAll(() => api.close())

const AHEAD_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
const nextMidnight = () => (Math.floor((api.clock.now() + AHEAD_MS) / DAY_MS) + 1) * DAY_MS - AHEAD_MS
const get = (id: number) => user.call<TokenAnswer>('GET', `/api/token/${id}`)
const spend = (tokenId: number, cost: number) => chargeCall(api, { userId: user.id, tokenId, cost })

describe('the budget of a day, a week or a month of a token', () => {
  it('is shown with what was spent of it and when it renews, and begins again then', async () => {
    const { id } = await newToken(user, { unlimited_quota: true, budget_period: 'day', budget_quota: 50 })
    expect(await get(id)).toMatchObject({
      budget_period: 'day',
      budget_quota: 50,
      budget_used_quota: 0,
      budget_renews_time: nextMidnight() / 1000,
    })
    await spend(id, 12_500)
    expect(await get(id)).toMatchObject({
      budget_used_quota_exact: '12.5',
      budget_held_quota_exact: '0',
      budget_renews_time: nextMidnight() / 1000,
    })
    api.clock.advance(nextMidnight() - api.clock.now())
    expect(await get(id)).toMatchObject({
      budget_used_quota: 0,
      budget_renews_time: nextMidnight() / 1000,
      used_quota_exact: '12.5',
    })
  })

  it('can be set, changed and taken away; another limit keeps what was spent, another period does not', async () => {
    const { id } = await newToken(user, { unlimited_quota: true })
    const put = (fields: object) => user.call<TokenAnswer>('PUT', '/api/token/', { id, ...fields })
    expect(await put({ budget_period: 'week', budget_quota: 100 })).toMatchObject({ budget_period: 'week' })
    await spend(id, 30_000)
    expect(await put({ budget_quota: 40 })).toMatchObject({ budget_quota: 40, budget_used_quota: 30 })
    expect(await put({ budget_period: 'month' })).toMatchObject({ budget_quota: 40, budget_used_quota: 0 })
    await spend(id, 5_000)
    expect(await get(id)).toMatchObject({ budget_used_quota: 5, used_quota: 35 })
    expect(await put({ budget_period: 'none' })).toMatchObject({
      budget_period: 'none',
      budget_quota: 0,
      budget_renews_time: 0,
    })
    const rows = await api.services
      .knex('audit_events')
      .where({ action: 'token.update', target_id: String(id) })
    expect(JSON.stringify(rows)).toContain('budget_period')
    const report = await api.root.call<{ state: string }>('GET', '/api/audit/')
    expect(report.state).toBe('clean')
  })

  it('400 for a period in which nothing could be spent, and for one that does not exist', async () => {
    for (const fields of [{ budget_period: 'day' }, { budget_period: 'day', budget_quota: 0 }]) {
      const answer = await user.request('POST', '/api/token/', { name: 'none', ...fields })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([
        400,
        'token_budget_required',
        'budget_quota',
      ])
    }
    const fields = { name: 'none', budget_period: 'year', budget_quota: 5 }
    expect((await user.request('POST', '/api/token/', fields)).status).toBe(400)
  })
})

it('tokens per minute are stored and shown, and 0 takes the limit away', async () => {
  const { id, tokens_per_minute: made } = await newToken(user, { tokens_per_minute: 20_000 })
  expect([made, (await get(id)).tokens_per_minute]).toEqual([20_000, 20_000])
  expect(await user.call('PUT', '/api/token/', { id, tokens_per_minute: 0 })).toMatchObject({
    tokens_per_minute: 0,
  })
  for (const tokens of [-1, 1_000_000_001, 1.5])
    expect((await user.request('PUT', '/api/token/', { id, tokens_per_minute: tokens })).status).toBe(400)
})
