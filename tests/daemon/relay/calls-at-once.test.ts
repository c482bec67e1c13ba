import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  // What starts no call is answered.
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
