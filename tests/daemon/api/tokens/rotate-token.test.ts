import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
})
afterAll(() => api.close())

const models = (key: string) =>
  api.anonymous.request('GET', '/v1/models', undefined, { authorization: `Bearer sk-${key}` })

describe('POST /api/token/{id}/rotate', () => {
  it('200 gives the same token a new key; the old one is refused at once', async () => {
    const before = await newToken(user, { name: 'turned', allow_ips: '127.0.0.1', expired_time: -1 })
    expect((await models(before.key)).status).toBe(200)
    const after = await user.call<TokenAnswer>('POST', `/api/token/${before.id}/rotate`)
    expect(after).toEqual({ ...before, key: expect.stringMatching(/^[A-Za-z0-9]{48}$/) })
    expect(after.key).not.toBe(before.key)
    expect((await models(before.key)).status).toBe(401)
    expect((await models(after.key)).status).toBe(200)
    expect(await user.call('GET', `/api/token/${before.id}`)).toEqual(after)
  })

  it('of two at the same moment one key is left, and it works', async () => {
    const { id, key } = await newToken(user)
    const rotated = await Promise.all(
      [1, 2].map(() => user.call<TokenAnswer>('POST', `/api/token/${id}/rotate`)),
    )
    const last = await user.call<TokenAnswer>('GET', `/api/token/${id}`)
    expect(rotated.map((each) => each.key)).toContain(last.key)
    for (const each of [key, ...rotated.map((made) => made.key)])
      expect((await models(each)).status).toBe(each === last.key ? 200 : 401)
  })

  it('200 leaves an audit row without any key, and stores none in clear', async () => {
    const { id, key } = await newToken(user)
    const after = await user.call<TokenAnswer>('POST', `/api/token/${id}/rotate`)
    const [row] = await api.services
      .knex('audit_events')
      .where({ action: 'token.rotate', target_id: String(id) })
    expect(row).toMatchObject({ actor_id: user.id, target_kind: 'token' })
    const stored = JSON.stringify([
      await api.services.knex('audit_events'),
      await api.services.knex('tokens').where({ id }),
    ])
    for (const each of [key, after.key]) expect(stored).not.toContain(each)
  })

  it("404 of somebody else's token, which keeps its key", async () => {
    const { id, key } = await newToken(api.root)
    expect((await user.request('POST', `/api/token/${id}/rotate`)).body.code).toBe('token_not_found')
    expect((await models(key)).status).toBe(200)
  })
})
