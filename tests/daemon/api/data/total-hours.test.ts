import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogSums } from '../../../../src/daemon/logs/sum-logs.ts'
import { totalHours, totalledUpTo } from '../../../../src/daemon/logs/total-hours.ts'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

const HOUR_MS = 3_600_000

let api: TestApi
let users: readonly Caller[]
beforeAll(async () => {
  api = await startTestApi()
  users = await Promise.all(['u1', 'u2'].map((name) => api.createUser(name)))
  for (const { id } of users) await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
})
afterAll(() => api.close())

const chargeEach = async () => {
  for (const { id } of users)
    for (const model of ['m1', 'm2']) await chargeCall(api, { userId: id, model, cost: 1500 })
}

/** Returns the requests and quota of all users from the dashboard's endpoint. */
async function shown(query = ''): Promise<{ count: number; quota: number }> {
  const stats = await api.root.call<{ count: number; quota_exact: string }[]>('GET', `/api/data/${query}`)
  return {
    count: stats.reduce((sum, each) => sum + each.count, 0),
    quota: stats.reduce((sum, each) => sum + Number(each.quota_exact), 0),
  }
}

it('the dashboard of all users counts each charge once, before and after its hour is totalled, and when one comes late', async () => {
  await chargeEach()
  api.clock.advance(2 * HOUR_MS)
  await chargeEach()
  expect(await shown()).toEqual({ count: 8, quota: 12 })
  const sums = createLogSums(api.services)
  await sums.pass()
  await sums.pass()
  await totalHours(api.services)
  const upto = await totalledUpTo(api.services.knex)
  expect(upto * 1000).toBeGreaterThan(api.clock.now() - HOUR_MS - 60_000)
  expect(await shown()).toEqual({ count: 8, quota: 12 })
  // One bucket contains hours that are already totaled and hours that are not.
  expect(await shown('?step=2592000')).toEqual({ count: 8, quota: 12 })

  // A charge in an hour that is already totaled, like one that was kept while the store was unavailable.
  api.clock.advance(-2 * HOUR_MS)
  await chargeCall(api, { userId: users[0]?.id ?? 0, model: 'm1', cost: 1500 })
  api.clock.advance(2 * HOUR_MS)
  await sums.pass()
  await sums.pass()
  expect(await totalledUpTo(api.services.knex)).toBeLessThan(upto)
  expect(await shown()).toEqual({ count: 9, quota: 13.5 })
  await totalHours(api.services)
  expect(await totalledUpTo(api.services.knex)).toBe(upto)
  expect(await shown()).toEqual({ count: 9, quota: 13.5 })
})
