import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Answers that providers send by mistake. */

const price = JSON.stringify({ chat: 1, speech: 1, transcript: 1 })

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', price)
  await relay.addChannel({ models: 'chat,speech,transcript' })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  // Ends the channel's cooldown after the failures of earlier tests.
  relay.api.clock.advance(10 * 60_000)
})

const chat = (stream: boolean) => ({ model: 'chat', stream, messages: [{ role: 'user', content: 'Hello' }] })
const asks = {
  chat: () => relay.post('/v1/chat/completions', chat(false)),
  'chat as a stream': () => relay.post('/v1/chat/completions', chat(true)),
  messages: () => relay.post('/v1/messages', { ...chat(false), max_tokens: 10 }),
  'messages as a stream': () => relay.post('/v1/messages', { ...chat(true), max_tokens: 10 }),
  speech: () => relay.post('/v1/audio/speech', { model: 'speech', input: 'Hello', voice: 'alloy' }),
  transcript: () => {
    const body = new FormData()
    body.set('model', 'transcript')
    body.set('response_format', 'srt')
    body.set('file', new Blob(['sound']), 'a.wav')
    const headers = { authorization: `Bearer ${relay.key}` }
    return fetch(`${relay.url}/v1/audio/transcriptions`, { method: 'POST', headers, body })
  },
} as const
type Ask = keyof typeof asks

/** @returns status and text of the response, and its cost */
async function ask(name: Ask) {
  const before = await relay.balance()
  const response = await asks[name]()
  const text = await response.text()
  return { status: response.status, text, cost: before - (await relay.balance()) }
}

describe('a web page in place of an answer', () => {
  it.each<[Ask, string]>([
    ['speech', 'text/html'],
    ['speech', 'audio/mpeg'],
    ['transcript', 'text/html; charset=utf-8'],
    ['transcript', 'text/plain'],
    ['chat', 'text/html'],
  ])('is no %s, whatever its type (%s), and costs nothing', async (name, contentType) => {
    relay.upstream.always({ body: '\n<!DOCTYPE html><html><p>It works!</p></html>', contentType })
    const { status, text, cost } = await ask(name)
    expect([status, text]).toEqual([502, expect.stringContaining('upstream_malformed')])
    expect(cost).toBe(0n)
  })
})

const deep = '{"choices":['.repeat(100_000) + ']}'.repeat(100_000)

describe('an answer nested a hundred thousand levels deep', () => {
  it.each<Ask>(['chat', 'chat as a stream', 'messages', 'messages as a stream', 'speech'])(
    'is an error (%s)',
    async (name) => {
      relay.upstream.always({ body: deep, contentType: 'application/json' })
      const { status, cost } = await ask(name)
      expect([status, cost]).toEqual([502, 0n])
    },
  )

  it.each<Ask>(['chat as a stream', 'messages as a stream'])(
    'in an event of a stream ends the stream with an error (%s)',
    async (name) => {
      relay.upstream.always({ body: `data: ${deep}\n\n`, contentType: 'text/event-stream' })
      const { text, cost } = await ask(name)
      expect(text).toMatch(/stream_cut|ended the stream early/)
      expect(cost).toBe(0n)
    },
  )
})

describe('an event of nine megabytes', () => {
  it.each<Ask>(['chat as a stream', 'messages as a stream'])(
    'is an error that says so (%s)',
    async (name) => {
      relay.upstream.always({ body: `data: ${'x'.repeat(9_000_000)}`, contentType: 'text/event-stream' })
      const { status, text, cost } = await ask(name)
      expect([status, text]).toEqual([502, expect.stringContaining('response is too large')])
      expect(cost).toBe(0n)
    },
  )
})

const answer = JSON.stringify({
  id: 'a',
  object: 'chat.completion',
  created: 1,
  model: 'chat',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
})

const events = `: comment\n\ndata: ${JSON.stringify({
  id: 'a',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'chat',
  choices: [{ index: 0, delta: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
})}\n\ndata: [DONE]\n\n`

describe('events of another type', () => {
  it.each<[Ask, string]>([
    ['chat as a stream', 'TEXT/EVENT-STREAM'],
    ['chat as a stream', 'text/plain'],
    ['chat as a stream', 'application/json'],
    ['messages as a stream', 'application/octet-stream'],
  ])('are a stream all the same (%s, %s)', async (name, contentType) => {
    relay.upstream.always({ body: events, contentType })
    const { status, text, cost } = await ask(name)
    expect([status, text]).toEqual([200, expect.stringContaining('Good day.')])
    expect(text).toContain(name === 'chat as a stream' ? 'data: [DONE]' : 'event: message_stop')
    expect(cost).toBe(1_010_000n)
  })
})

describe('an answer behind a byte order mark', () => {
  it.each<Ask>(['chat', 'chat as a stream', 'messages', 'messages as a stream'])(
    'is read and charged like any other (%s)',
    async (name) => {
      relay.upstream.always({ body: `\ufeff${answer}`, contentType: 'application/json' })
      const { status, text, cost } = await ask(name)
      expect([status, text]).toEqual([200, expect.stringContaining('Good day.')])
      expect(cost).toBe(1_010_000n)
    },
  )
})

describe('a packed answer', () => {
  it('is read and charged like any other', async () => {
    relay.upstream.always({ body: answer, contentType: 'application/json', encoding: 'gzip' })
    const { status, text, cost } = await ask('chat')
    expect([status, text]).toEqual([200, expect.stringContaining('Good day.')])
    expect(cost).toBe(1_010_000n)
  })

  it('that unpacks to more than a hundred times its size is refused', async () => {
    const bomb = answer.replace('Good day.', 'x'.repeat(20_000_000))
    relay.upstream.always({ body: bomb, contentType: 'application/json', encoding: 'gzip' })
    const { status, cost } = await ask('chat')
    expect([status, cost]).toEqual([502, 0n])
  })

  it('is unpacked no further than errors are read, where it is one', async () => {
    const error = (chars: number) =>
      JSON.stringify({ error: { message: 'm'.repeat(chars), code: 'no_such_voice' } })
    const refuse = (chars: number) =>
      relay.upstream.always({
        status: 400,
        body: error(chars),
        contentType: 'application/json',
        encoding: 'gzip',
      })
    refuse(1_000)
    expect((await ask('chat')).text).toContain('no_such_voice')
    refuse(900_000)
    const { status, text } = await ask('chat')
    expect([status, text.length < 2_000]).toEqual([400, true])
    expect(text).not.toContain('no_such_voice')
  })
})
