import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LateLeaver } from '../../../../src/daemon/relay/deliver/late-leaver.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

/** Ratio 0.075, completion ratio 4. */
const model = 'gpt-4o-mini'
const messages = [{ role: 'user', content: 'hello' }]
const timeout = { timeout: 60_000, interval: 20 }

let relay: TestRelay
const left = vi.spyOn(LateLeaver.prototype, 'leave')

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
})
afterAll(async () => {
  left.mockRestore()
  await relay.close()
})
beforeEach(() => {
  relay.upstream.reset()
  left.mockClear()
})

const lastRow = async () => {
  const [row] = await relay.logs()
  const { usage_source: source, usage_flags: flags = [] } = JSON.parse(row?.other ?? '{}')
  return { in: row?.prompt_tokens, out: row?.completion_tokens, source, flags }
}

/** Starts a call whose client can leave. */
function open(body: object) {
  const aborted = new AbortController()
  const response = fetch(`${relay.url}/v1/chat/completions`, {
    method: 'POST',
    signal: aborted.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${relay.key}` },
    body: JSON.stringify({ model, messages, ...body }),
  })
  response.catch(() => {})
  return { response, leave: () => aborted.abort() }
}

/** Reads a stream until `word` and leaves. Resolves when the daemon has noticed. */
async function leaveAfter(word: string) {
  const { response, leave } = open({ stream: true })
  const reader = (await response).body?.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; !text.includes(word); )
    text += decoder.decode((await reader?.read())?.value, { stream: true })
  leave()
  await vi.waitFor(() => expect(left).toHaveBeenCalled(), timeout)
}

describe('H2: a client that leaves a stream', () => {
  it('after the last word and before the usage pays what the upstream states', async () => {
    const usageValues = { prompt_tokens: 1_000, completion_tokens: 30_000 }
    relay.upstream.next({ text: 'Hi there', usageValues, holdAt: 3 })
    const before = await relay.balance()
    await leaveAfter('there')
    const exchange = await relay.upstream.received(1)
    exchange.resume()
    await untilSettled(relay.api.services)
    expect(await lastRow()).toEqual({
      in: 1_000,
      out: 30_000,
      source: 'upstream',
      flags: ['interrupted', 'overrun'],
    })
    // (1 000 + 30 000 x 4) x 0.075
    expect(before - (await relay.balance())).toBe(9_075_000n)
  })

  it('early pays what the upstream states as well, and the upstream is not broken off', async () => {
    const usageValues = { prompt_tokens: 1_000, completion_tokens: 600 }
    relay.upstream.next({ text: 'one two three four five', usageValues, holdAt: 3 })
    await leaveAfter('one')
    const exchange = await relay.upstream.received(1)
    exchange.resume()
    await untilSettled(relay.api.services)
    expect(await lastRow()).toMatchObject({ in: 1_000, out: 600, source: 'upstream' })
  })

  it('that goes on for longer than the site reads on pays what was delivered', async () => {
    await relay.setOption('general_setting.drain_seconds', '0')
    const usageValues = { prompt_tokens: 1_000, completion_tokens: 600 }
    relay.upstream.next({ text: 'one two three four five', usageValues, holdAt: 3 })
    await leaveAfter('one')
    const exchange = await relay.upstream.received(1)
    await untilSettled(relay.api.services)
    expect(await exchange.over).toBe('aborted')
    expect(await lastRow()).toMatchObject({ source: 'counted', flags: ['interrupted', 'usage_estimated'] })
    await relay.setOption('general_setting.drain_seconds', '10')
  })

  it('is read on for a bounded time and a bounded number of bytes', () => {
    vi.useFakeTimers()
    try {
      const giveUp = vi.fn()
      const slow = new LateLeaver(10_000, giveUp)
      slow.read(100_000_000)
      slow.leave()
      vi.advanceTimersByTime(9_999)
      expect(giveUp).not.toHaveBeenCalled()
      vi.advanceTimersByTime(1)
      expect(giveUp).toHaveBeenCalledTimes(1)
      const endless = new LateLeaver(10_000, giveUp)
      endless.leave()
      endless.read(4_194_304)
      expect(giveUp).toHaveBeenCalledTimes(1)
      endless.read(1)
      expect(giveUp).toHaveBeenCalledTimes(2)
      endless.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('M9: a client that leaves before the first byte', () => {
  it.each([
    ['a plain answer', {}],
    ['a stream', { stream: true }],
  ])('of %s pays the prompt that was sent, by estimate', async (_name, body) => {
    relay.upstream.next({ holdAt: 'headers' })
    const before = await relay.balance()
    const { leave } = open(body)
    await relay.upstream.received(1)
    leave()
    await untilSettled(relay.api.services)
    // 8 tokens, including the frame of a message.
    expect(await lastRow()).toEqual({
      in: 8,
      out: 0,
      source: 'counted',
      flags: ['interrupted', 'usage_estimated'],
    })
    expect(before - (await relay.balance())).toBe(600n)
  })

  it('pays nothing when the upstream refused the call', async () => {
    relay.upstream.next({ status: 500 })
    const before = await relay.balance()
    await relay.post('/v1/chat/completions', { model, messages })
    expect(await relay.balance()).toBe(before)
  })
})

describe('reliability 8: a stream that fails', () => {
  it('is charged by the usage that its failure states', async () => {
    const events = [
      { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
      {
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: 'Hi there',
      },
      {
        type: 'response.failed',
        response: {
          id: 'resp_1',
          status: 'failed',
          error: { code: 'server_error', message: 'broken' },
          usage: { input_tokens: 900, output_tokens: 5, total_tokens: 905 },
        },
      },
    ]
    const body = events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('')
    relay.upstream.next({ body, contentType: 'text/event-stream' })
    const answer = await relay.post('/v1/responses', { model, input: 'hello', stream: true })
    expect(await answer.text()).toContain('Hi there')
    expect(await lastRow()).toEqual({ in: 900, out: 5, source: 'upstream-partial', flags: ['interrupted'] })
  })
})
