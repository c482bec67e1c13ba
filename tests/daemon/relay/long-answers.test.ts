import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatRequest } from '../../faults/raw-http.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const bytesMax = 1_000_000
const long = 'x'.repeat(16_000_000)
const ask = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({
    env: { TOLLGATE_BODY_BYTES_MAX: String(bytesMax), TOLLGATE_BODIES_BYTES_MAX: String(bytesMax) },
  })
  await relay.addChannel({ models: 'gpt-4o-mini' })
  await relay.setOption('ModelRatio', '{"gpt-4o-mini":1}')
})
afterAll(() => relay.close())

it('a long answer waits until the client before it has read its own, and short ones do not wait', async () => {
  const short = Array.from({ length: 30 }, () => ({ text: 'short' }))
  relay.upstream.next({ text: long }, { text: long }, ...short)
  const { hostname, port } = new URL(relay.url)
  const slow = connect(Number(port), hostname)
  slow.write(chatRequest(relay.key, JSON.stringify(ask)))
  await once(slow, 'readable')
  let isAnswered = false
  const second = relay.post('/v1/chat/completions', ask).then(async (answer) => {
    const text = await answer.text()
    isAnswered = true
    return text
  })
  await expect.poll(() => relay.upstream.requests.length).toBe(2)
  // By the time these are answered, the second answer would have arrived as well.
  for (const _ of short)
    expect(await (await relay.post('/v1/chat/completions', ask)).text()).toContain('short')
  expect(isAnswered).toBe(false)
  slow.destroy()
  expect(await second).toContain(long)
})
