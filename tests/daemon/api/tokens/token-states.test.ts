import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Callers } from '../../../../src/daemon/relay/admit/callers.ts'
import { markTokenSpent } from '../../../../src/daemon/relay/admit/token-status.ts'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'
import { newToken, type TokenAnswer } from './new-token.ts'

let api: TestApi
let upstream: Simulator
let user: Caller
beforeAll(async () => {
  upstream = await startSimulator()
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
  await newChannel(api, { base_url: upstream.url, models: 'gpt-4o,gpt-4o-mini' })
})
afterAll(async () => {
  await api.close()
  await upstream.close()
})

const read = (id: number) => user.call<TokenAnswer>('GET', `/api/token/${id}`)
async function chat(key: string, model = 'gpt-4o'): Promise<number> {
  const { port } = api.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 }),
  })
  await answer.text()
  return answer.status
}

describe('what an edit of a token means for calls', () => {
  it('a token that expires becomes status 3 at its next use, and works again with a later expiry', async () => {
    const { id, key } = await newToken(user, {
      unlimited_quota: true,
      expired_time: Math.floor(api.clock.now() / 1000) + 60,
    })
    expect(await chat(key)).toBe(200)
    api.clock.advance(61_000)
    expect(await chat(key)).toBe(401)
    await expect.poll(async () => (await read(id)).status).toBe(3)
    await user.call('PUT', '/api/token/', { id, expired_time: -1 })
    expect(await chat(key)).toBe(200)
  })

  it('a token whose expiry was just moved is not marked by a daemon that does not know yet', async () => {
    const { knex, changes, secrets } = api.services
    const soon = Math.floor(api.clock.now() / 1000) + 60
    const { id, key } = await newToken(user, { unlimited_quota: true, expired_time: soon })
    const former = await new Callers(knex, secrets, api.clock).find(key)
    api.clock.advance(61_000)
    await user.call('PUT', '/api/token/', { id, expired_time: -1 })
    if (former) await markTokenSpent(knex, changes, former, 3)
    expect(former).toMatchObject({ tokenId: id, expiredTime: soon })
    expect((await read(id)).status).toBe(1)
  })

  it('a token that runs out becomes status 4 at its next use, and works again with more quota', async () => {
    const { id, key } = await newToken(user, { remain_quota: 0 })
    expect(await chat(key)).toBe(403)
    await expect.poll(async () => (await read(id)).status).toBe(4)
    await user.call('PUT', '/api/token/', { id, remain_quota: 100_000 })
    expect(await chat(key)).toBe(200)
    const { remain_quota_exact, used_quota_exact } = await read(id)
    expect(Number(remain_quota_exact) + Number(used_quota_exact)).toBe(100_000)
  })

  it('takes effect at the very next call: status, models, addresses, deletion', async () => {
    const { id, key } = await newToken(user, { unlimited_quota: true })
    const edited = async (fields: object) => {
      await user.call('PUT', '/api/token/', { id, ...fields })
      return chat(key)
    }
    expect(await chat(key)).toBe(200)
    expect(await edited({ status: 2 })).toBe(401)
    expect(await edited({ status: 1 })).toBe(200)
    expect(await edited({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' })).toBe(403)
    expect(await chat(key, 'gpt-4o-mini')).toBe(200)
    expect(await edited({ model_limits_enabled: false })).toBe(200)
    expect(await edited({ allow_ips: '10.1.2.3' })).toBe(403)
    expect(await edited({ allow_ips: '10.1.2.3\n127.0.0.0/8' })).toBe(200)
    await user.call('DELETE', `/api/token/${id}/`)
    expect(await chat(key)).toBe(401)
  })

  it('a channel that was disabled, or lost its model, is asked no more', async () => {
    const { key } = await newToken(user, { unlimited_quota: true })
    const { id } = await newChannel(api, { base_url: upstream.url, models: 'gpt-4.1' })
    expect(await chat(key, 'gpt-4.1')).toBe(200)
    const { hits } = upstream
    await api.root.call('PUT', '/api/channel/', { id, status: 2 })
    expect(await chat(key, 'gpt-4.1')).toBe(503)
    await api.root.call('PUT', '/api/channel/', { id, status: 1, models: 'another' })
    expect(await chat(key, 'gpt-4.1')).toBe(404)
    expect(upstream.hits).toBe(hits)
  })
})
