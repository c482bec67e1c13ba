import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdCall } from '../../../support/charged-call.ts'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'
import { newToken } from '../tokens/new-token.ts'

interface Explained {
  readonly request_id: string
  readonly outcome: string
  readonly quota_exact?: string
  readonly balance_after_exact?: string
  readonly logs: { type: number; quota_exact: string; channel_name?: string }[]
  readonly explanation: {
    candidates: Record<string, unknown>[]
    attempts: Record<string, unknown>[]
    price?: unknown
    usage?: { source: string }
    hold?: unknown
  }
}

let api: TestApi
let upstream: Simulator
let user: Caller
let requestId: string
beforeAll(async () => {
  upstream = await startSimulator()
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
  await newChannel(api, { name: 'secret channel', base_url: upstream.url })
  const { key } = await newToken(user, { unlimited_quota: true })
  const { port } = api.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
  })
  await answer.text()
  requestId = answer.headers.get('x-request-id') ?? ''
})
afterAll(async () => {
  await api.close()
  await upstream.close()
})

const explain = (who: Caller, id = requestId) => who.request<Explained>('GET', `/api/log/explain/${id}`)

/** Returns the charges that a log search finds. */
const found = async (keyword: string) =>
  (
    await api.root.call<{
      items: { type: number; request_id: string; content: string; usage_source: string }[]
    }>('GET', `/api/log/search?keyword=${encodeURIComponent(keyword)}`)
  ).items
    .filter(({ type }) => type === 2)
    .map(({ request_id, content, usage_source }) => ({ request_id, content, usage_source }))

describe('GET /api/log/explain/{request_id}', () => {
  it('200 tells administrators candidates, attempts, price, hold and the source of usage', async () => {
    const { data } = (await explain(api.root)).body
    expect(data).toMatchObject({ request_id: requestId, outcome: 'charged' })
    expect(data.logs).toMatchObject([
      { type: 2, quota_exact: data.quota_exact, channel_name: 'secret channel' },
    ])
    expect(data.explanation).toMatchObject({
      candidates: [{ channel_name: 'secret channel' }],
      attempts: [{ channel_name: 'secret channel', status: 200 }],
      usage: { source: 'upstream' },
      price: expect.anything(),
      hold: expect.anything(),
    })
    const [entry] = await api.services.knex('entries').where({ ref: requestId }).select('balance_after')
    expect(data.balance_after_exact).toBe(String(Number(entry.balance_after) / 1000))
  })

  it('200 tells it from a row that stores no price: it is in a quote that rows share, and is found by its words', async () => {
    const { knex } = api.services
    const stored = await knex('usage_logs').where({ request_id: requestId }).first()
    expect(stored).toMatchObject({ content: '', explanation: '', usage_source: '' })
    const { words, channels } = await knex('quotes').where({ id: stored.quote_id }).first()
    expect(words).toMatch(/^model ratio [\d.]+, completion ratio [\d.]+, group ratio 1$/)
    expect(channels).toContain('secret channel')
    for (const keyword of ['model r', 'model ratio ', words])
      expect(await found(keyword)).toEqual([
        { request_id: requestId, content: words, usage_source: 'upstream' },
      ])
    expect(await found(`${words}, `)).toEqual([])
    expect(await found('model price')).toEqual([])
  })

  it('200 tells the owner the same without saying which channels', async () => {
    const answer = await explain(user)
    const { data } = answer.body
    expect(data.outcome).toBe('charged')
    expect(data.explanation.candidates).toHaveLength(1)
    expect(data.explanation.attempts).toEqual([{ status: 200, took_ms: expect.any(Number) }])
    expect(data.explanation.price).toEqual((await explain(api.root)).body.data.explanation.price)
    expect(answer.text).not.toMatch(/secret channel|channel_id|admin_info|127\.0\.0\.1/)
  })

  it('404 for a stranger, the same as for a call that never was', async () => {
    const stranger = await api.createUser('stranger')
    const foreign = await explain(stranger)
    const missing = await explain(stranger, 'req_00000000000000000000000000')
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect(foreign.body.code).toBe('log_not_found')
    expect((await explain(api.anonymous)).status).toBe(401)
  })

  it('200 tells of a call that still runs', async () => {
    const id = await holdCall(api, { userId: user.id, cost: 1000 })
    expect((await explain(user, id)).body.data).toMatchObject({
      outcome: 'running',
      logs: [],
      explanation: {},
    })
  })

  it('200 says in words, in the reader’s language, why an attempt failed: users are told no words of the upstream', async () => {
    const { port } = api.app.server.address() as AddressInfo
    await api.root.call('PUT', '/api/option/', { key: 'RetryTimes', value: '1' })
    const gone = await newChannel(api, { name: 'gone', base_url: 'http://127.0.0.1:1', priority: 10 })
    const { key } = await newToken(user, { unlimited_quota: true })
    const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await answer.text()
    await api.root.call('DELETE', `/api/channel/${gone.id}`)
    const id = answer.headers.get('x-request-id') ?? ''
    const toldIn = async (who: Caller, language: string) => {
      const headers = { 'accept-language': language }
      const { body } = await who.request<Explained>('GET', `/api/log/explain/${id}`, undefined, headers)
      return body.data.explanation.attempts.map(({ message }) => message)
    }
    expect(await toldIn(api.root, 'en')).toEqual(['the provider cannot be reached', undefined])
    expect(await toldIn(api.root, 'zh')).toEqual(['无法连接上游', undefined])
    expect(await toldIn(user, 'zh')).toEqual(['无法连接上游，请稍后再试', undefined])
  })

  it('200 tells from the books alone when the log was cleaned', async () => {
    const before = (await explain(api.root)).body.data
    await api.services.knex('usage_logs').where({ request_id: requestId }).delete()
    const { data } = (await explain(user)).body
    expect(data).toMatchObject({ outcome: 'charged', quota_exact: before.quota_exact, logs: [] })
  })
})
