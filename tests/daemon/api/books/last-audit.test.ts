import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('GET /api/audit/last remembers what the last audit of all entries found, and no partial one', async () => {
  expect(await api.root.call('GET', '/api/audit/last')).toBeNull()
  await api.root.call('GET', '/api/audit/?since=1')
  expect(await api.root.call('GET', '/api/audit/last')).toBeNull()
  await api.root.call('GET', '/api/audit/')
  expect(await api.root.call('GET', '/api/audit/last')).toMatchObject({
    state: 'clean',
    violated: [],
    finished_time: Math.floor(api.clock.now() / 1000),
  })
  const user = await api.createUser('u1')
  expect((await user.request('GET', '/api/audit/last')).status).toBe(403)
})
