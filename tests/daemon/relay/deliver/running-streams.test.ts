import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveStreams, TURNS } from '../../../../src/daemon/relay/deliver/live-streams.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'gpt-4o-mini'
/** Ratio 0.075, completion ratio 4. */
const answer = 'It is a picture of a cat that sits on a red chair and looks out of the window.'
const timeout = { timeout: 60_000, interval: 20 }

let relay: TestRelay
const added = vi.spyOn(LiveStreams.prototype, 'add')

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
  // The tests compare what a stream has accrued with its charge when it breaks off.
  await relay.setOption('general_setting.drain_seconds', '0')
  await relay.addChannel({ type: 14, models: 'claude-3-5-haiku-20241022' })
})
afterAll(async () => {
  added.mockRestore()
  await relay.close()
})
beforeEach(() => relay.upstream.reset())

/** Runs the work that the relay does every two seconds. */
const tick = () => {
  const live = added.mock.contexts.at(-1) as LiveStreams
  for (let turn = 0; turn < TURNS; turn += 1) live.takeTurn()
}
const holds = () =>
  relay.api.services
    .knex('holds')
    .where({ is_allowance: 0 })
    .select<{ amount: number; accrued: number }[]>('amount', 'accrued')
/** Opens a stream of which some words have reached the client while the rest waits. */
async function openHalf(path: string, body: object) {
  relay.upstream.next({ text: answer, holdAt: 14 })
  const aborted = new AbortController()
  const response = await fetch(`${relay.url}${path}`, {
    method: 'POST',
    signal: aborted.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${relay.key}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  const exchange = await relay.upstream.received(1)
  await exchange.held
  const reader = response.body?.getReader()
  if (!reader) throw new Error('The answer has no body.')
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('cat')) text += decoder.decode((await reader.read()).value, { stream: true })
  const readRest = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return text
      text += decoder.decode(value, { stream: true })
    }
  }
  return { exchange, readRest, leave: () => aborted.abort() }
}

describe('a running stream, at its tick', () => {
  it('reliability 1: about a large picture needs no more than its hold', async () => {
    const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`
    const content = [
      { type: 'text', text: 'What is in this picture?' },
      { type: 'image_url', image_url: { url } },
    ]
    const { exchange, readRest } = await openHalf('/v1/chat/completions', {
      model,
      stream: true,
      messages: [{ role: 'user', content }],
    })
    const submit = vi.spyOn(relay.api.services.ledger, 'submit')
    tick()
    const operations = submit.mock.calls.map(([{ op }]) => op)
    submit.mockRestore()
    // An extension would be requested immediately.
    expect(operations).toEqual(['accrue'])
    exchange.resume()
    expect((await readRest()).endsWith('data: [DONE]\n\n')).toBe(true)
  })

  const long = 'Tell me what you see, and do not leave anything out. '.repeat(40)
  const metadata = { frame: 'x'.repeat(20_000) }
  const messages = [{ role: 'user', content: long }]
  it.each([
    ['chat', '/v1/chat/completions', { model, stream: true, messages, metadata }],
    ['responses', '/v1/responses', { model, stream: true, input: long, metadata }],
    ['messages', '/v1/messages', { model, stream: true, max_tokens: 200, messages, metadata }],
    [
      'messages whose upstream states the prompt first',
      '/v1/messages',
      { model: 'claude-3-5-haiku-20241022', stream: true, max_tokens: 200, messages },
    ],
  ])(
    'reliability 1: has accrued something, and no more than it is charged when it breaks off then: %s',
    async (_name, path, body) => {
      const before = await relay.balance()
      const { leave } = await openHalf(path, body)
      tick()
      const accrued = await vi.waitFor(async () => {
        const [hold] = await holds()
        expect(hold?.accrued).toBeGreaterThan(0)
        return BigInt(hold?.accrued ?? 0)
      }, timeout)
      leave()
      await vi.waitFor(async () => expect(await holds()).toEqual([]), timeout)
      expect(accrued).toBeLessThanOrEqual(before - (await relay.balance()))
    },
  )
})
