import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await newChannel(api, { models: 'a', group: 'default' })
  await newChannel(api, { models: 'b', group: 'vip' })
  await newChannel(api, { models: 'c', group: 'svip' })
  await newChannel(api, { models: 'd', group: 'default', model_prefix: 'p/' })
  await newChannel(api, { models: 'e', group: 'default', status: 2 })
})
afterAll(() => api.close())

describe('GET /api/user/models', () => {
  it('200 lists what the groups of the user serve, each name once', async () => {
    const user = await api.createUser('u1')
    expect(await user.call('GET', '/api/user/models')).toEqual(['a', 'b', 'p/d'])
    await api.root.call('PUT', '/api/user/', { id: user.id, group: 'svip' })
    expect(await user.call('GET', '/api/user/models')).toContain('c')
  })

  it('401 without signing in', async () => {
    expect((await api.anonymous.request('GET', '/api/user/models')).status).toBe(401)
    expect((await api.anonymous.request('GET', '/api/models')).status).toBe(401)
  })
})
