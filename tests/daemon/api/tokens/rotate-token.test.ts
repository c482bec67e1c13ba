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

  it('200 with an overlap, both keys work until it is over, then only the new one', async () => {
    const before = await newToken(user)
    const rotate = `/api/token/${before.id}/rotate?overlap_seconds=3600`
    const after = await user.call<TokenAnswer>('POST', rotate)
    const until = Math.floor(api.clock.now() / 1000) + 3600
    expect(Math.abs(Number(after.former_key_until) - until)).toBeLessThan(60)
    for (const key of [before.key, after.key]) expect((await models(key)).status).toBe(200)
    expect(await user.call('GET', `/api/token/${before.id}`)).toMatchObject({
      former_key_until: after.former_key_until,
    })
    const usage = await api.anonymous.request('GET', '/api/usage/token/', undefined, {
      authorization: `Bearer sk-${before.key}`,
    })
    expect(usage.status).toBe(200)
    api.clock.advance(3_601_000)
    expect((await models(before.key)).status).toBe(401)
    expect((await models(after.key)).status).toBe(200)
    expect(await user.call('GET', `/api/token/${before.id}`)).toMatchObject({ former_key_until: 0 })
  })

  it('200 a second rotation during the overlap ends the oldest key', async () => {
    const { id, key: oldest } = await newToken(user)
    const rotate = () => user.call<TokenAnswer>('POST', `/api/token/${id}/rotate?overlap_seconds=3600`)
    const { key: middle } = await rotate()
    expect((await models(oldest)).status).toBe(200)
    const { key: newest } = await rotate()
    const statuses = await Promise.all(
      [oldest, middle, newest].map(async (key) => (await models(key)).status),
    )
    expect(statuses).toEqual([401, 200, 200])
  })

  it('200 DELETE former_key ends the overlap early, and again changes nothing', async () => {
    await user.proveAgain()
    const { id, key: old } = await newToken(user)
    const { key } = await user.call<TokenAnswer>('POST', `/api/token/${id}/rotate?overlap_seconds=86400`)
    expect((await models(old)).status).toBe(200)
    for (let time = 0; time < 2; time += 1)
      expect(await user.call('DELETE', `/api/token/${id}/former_key`)).toMatchObject({
        key,
        former_key_until: 0,
      })
    expect((await models(old)).status).toBe(401)
    expect((await models(key)).status).toBe(200)
    const rows = await api.services
      .knex('audit_events')
      .where({ action: 'token.end-former-key', target_id: String(id) })
    expect(rows).toHaveLength(1)
  })

  it('400 for an overlap above 30 days', async () => {
    const { id, key } = await newToken(user)
    for (const seconds of [2_592_001, -1])
      expect((await user.request('POST', `/api/token/${id}/rotate?overlap_seconds=${seconds}`)).status).toBe(
        400,
      )
    expect((await models(key)).status).toBe(200)
  })

  it("404 of somebody else's token, which keeps its key", async () => {
    const { id, key } = await newToken(api.root)
    expect((await user.request('POST', `/api/token/${id}/rotate`)).body.code).toBe('token_not_found')
    expect((await models(key)).status).toBe(200)
  })
})
