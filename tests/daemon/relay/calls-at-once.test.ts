import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openRealtimeClient } from '../../support/realtime-client.ts'
import { startRealtimeUpstream } from '../../support/realtime-upstream.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const ask = { messages: [{ role: 'user', content: 'hello' }], max_tokens: 10 }
const chat = { ...ask, model: 'gpt-4o-mini' }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_CALLS_MAX: '2' } })
  await relay.addChannel({ models: 'gpt-4o-mini,claude-haiku-4-5' })
  await relay.setOption('ModelRatio', '{"gpt-4o-mini":1,"claude-haiku-4-5":1}')
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

it('calls beyond the limit get 503 with Retry-After in the shape of their protocol, and one is served when another has ended', async () => {
  relay.upstream.next({ holdAt: 'headers' }, { holdAt: 'headers' })
  const running = [relay.post('/v1/chat/completions', chat), relay.post('/v1/chat/completions', chat)]
  const first = await relay.upstream.received(1)
  const second = await relay.upstream.received(2)

  const refused = await relay.post('/v1/chat/completions', chat)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '5',
    { error: { code: 'too_many_calls' } },
  ])
  const message = await relay.post('/v1/messages', { ...ask, model: 'claude-haiku-4-5' })
  expect([message.status, message.headers.get('retry-after'), await message.json()]).toMatchObject([
    503,
    '5',
    { type: 'error', error: { type: 'api_error' } },
  ])
  // Requests that do not start a call are still served.
  expect(
    (await fetch(`${relay.url}/v1/models`, { headers: { authorization: `Bearer ${relay.key}` } })).status,
  ).toBe(200)
  expect((await fetch(`${relay.url}/readyz`)).status).toBe(200)

  first.resume()
  expect((await Promise.race(running)).status).toBe(200)
  expect((await relay.post('/v1/chat/completions', chat)).status).toBe(200)
  second.resume()
  for (const answer of running) expect((await answer).status).toBe(200)
})

it('of twenty calls whose heads come before their bodies only as many as may run reach a provider', async () => {
  const body = JSON.stringify(chat)
  const head = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${relay.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  }
  const calls = Array.from({ length: 20 }, () => request(`${relay.url}/v1/chat/completions`, head))
  relay.upstream.next(...calls.map(() => ({ holdAt: 'headers' }) as const))
  const statuses: (number | undefined)[] = []
  const refused = Promise.withResolvers<void>()
  const ended = calls.map(async (call) => {
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    statuses.push(answer.statusCode)
    if (statuses.length === 18) refused.resolve()
    await once(answer.resume(), 'end')
  })
  const asked = calls.map((call) => once(call, 'continue'))
  for (const call of calls) call.flushHeaders()
  await Promise.all(asked)
  for (const call of calls) call.end(body)
  const held = [await relay.upstream.received(1), await relay.upstream.received(2)]
  await refused.promise
  expect(statuses).toEqual(Array(18).fill(503))
  for (const each of held) each.resume()
  await Promise.all(ended)
  expect(statuses.slice(18)).toEqual([200, 200])
  expect(relay.upstream.requests).toHaveLength(2)
})

it('a task submission counts among the calls', async () => {
  relay.upstream.next({ holdAt: 'headers' }, { holdAt: 'headers' })
  const running = [relay.post('/v1/chat/completions', chat), relay.post('/v1/chat/completions', chat)]
  const held = [await relay.upstream.received(1), await relay.upstream.received(2)]
  expect((await relay.post('/mj/submit/imagine', { prompt: 'a cat' })).status).toBe(503)
  for (const each of held) each.resume()
  for (const call of running) expect((await call).status).toBe(200)
})

it('a realtime session counts among the calls, from when it opens until it has ended', async () => {
  const model = 'gpt-realtime-2.1'
  const vendor = await startRealtimeUpstream()
  await relay.addChannel({ base_url: vendor.url, models: model })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 2, 'gpt-4o-mini': 1 }))
  const open = async () => {
    const client = openRealtimeClient(relay.url, model, { key: relay.key })
    const peer = await vendor.session()
    await client.frame()
    return { client, peer }
  }
  const sessions = [await open(), await open()]
  expect((await relay.post('/v1/chat/completions', chat)).status).toBe(503)
  const third = openRealtimeClient(relay.url, model, { key: relay.key })
  expect((await third.event()).error).toMatchObject({ code: 'too_many_calls' })
  await third.closed
  for (const { client, peer } of sessions) {
    client.socket.close()
    await peer.closed
  }
  await expect.poll(async () => (await relay.post('/v1/chat/completions', chat)).status).toBe(200)
  await vendor.close()
})
