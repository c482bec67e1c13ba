import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Google's answers in which the model's call was malformed. */

const usageMetadata = { promptTokenCount: 110, thoughtsTokenCount: 5, totalTokenCount: 115 }
const malformed = {
  candidates: [
    { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: print(', index: 0 },
  ],
  modelVersion: 'gemini-3.5-flash',
  usageMetadata,
}
const saying = (part: object) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] })
const thought = saying({ text: 'I call the tool.', thought: true })
const events = (...chunks: object[]) => ({
  body: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''),
  contentType: 'text/event-stream',
})

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', JSON.stringify({ flash: 1, spare: 1 }))
  await relay.addChannel({ type: 24, models: 'flash' })
  await relay.addChannel({ models: 'spare' })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  relay.api.clock.advance(10 * 60_000)
})

const messages = [{ role: 'user', content: 'What is the weather?' }]
const ask = (path: string, stream: boolean, model = 'flash') =>
  path === '/v1/responses'
    ? relay.post(path, { model, input: 'What is the weather?', stream })
    : relay.post(path, { model, messages, max_tokens: 100, stream })

/** Returns the attempts of the newest log row from the operators' endpoint. */
const attemptsOfLast = async () => {
  const [row] = await relay.logs()
  const path = `/api/log/explain/${row?.request_id}`
  const told = await relay.root.call<{ explanation: { attempts: object[] } }>('GET', path)
  return told.explanation.attempts
}

describe('an answer that Google gave up before it said anything', () => {
  it.each(['/v1/chat/completions', '/v1/messages', '/v1/responses'])(
    'is an error for clients of %s, also for streams, and costs nothing',
    async (path) => {
      for (const stream of [false, true]) {
        const before = await relay.balance()
        relay.upstream.always(stream ? events(malformed) : { json: malformed })
        const response = await ask(path, stream)
        expect([response.status, await response.text()]).toEqual([
          502,
          expect.stringContaining('the provider gave no answer'),
        ])
        expect(await relay.balance()).toBe(before)
      }
    },
  )

  it.each(['MALFORMED_RESPONSE', 'MISSING_THOUGHT_SIGNATURE', 'TOO_MANY_TOOL_CALLS'])(
    'is an error and costs nothing whatever Google calls it: %s',
    async (finishReason) => {
      const before = await relay.balance()
      relay.upstream.next({ json: { ...malformed, candidates: [{ finishReason, index: 0 }] } })
      const response = await ask('/v1/messages', false)
      expect([response.status, await response.text()]).toEqual([
        502,
        expect.stringContaining('the provider gave no answer'),
      ])
      expect(await relay.balance()).toBe(before)
    },
  )

  it('is no error if a filter of Vertex held it back: the client reads that', async () => {
    relay.upstream.next({ json: { ...malformed, candidates: [{ finishReason: 'MODEL_ARMOR', index: 0 }] } })
    const response = await ask('/v1/chat/completions', false)
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { choices: [{ finish_reason: 'content_filter' }] },
    ])
  })

  it('is asked of the fallback model', async () => {
    relay.upstream.next({ json: malformed })
    const response = await ask('/v1/chat/completions', false, 'flash,spare')
    expect([response.status, await response.json()]).toMatchObject([200, { model: 'spare' }])
  })

  it('stays as it is for clients that speak Google’s protocol', async () => {
    relay.upstream.next({ json: malformed })
    const contents = [{ role: 'user', parts: [{ text: 'What is the weather?' }] }]
    const response = await relay.post('/v1beta/models/flash:generateContent', { contents })
    expect([response.status, await response.json()]).toMatchObject([200, malformed])
  })
})

describe('the log tells operators why there was no answer', () => {
  beforeAll(() => relay.setOption('LogErrorEnabled', 'true'))
  afterAll(() => relay.setOption('LogErrorEnabled', 'false'))

  it.each([
    ['a whole answer', false, { json: malformed }],
    ['a stream', true, events(malformed)],
  ])('in the vendor’s own word, without what the model wrote: %s', async (_case, stream, behaviour) => {
    relay.upstream.always(behaviour)
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      await (await ask(path, stream)).text()
      const [row] = await relay.logs()
      expect([row?.type, row?.content]).toEqual([
        6,
        'the provider returned an empty response: MALFORMED_FUNCTION_CALL',
      ])
      expect(JSON.stringify(row)).not.toContain('print(')
    }
  })

  it('also for clients that are given the empty answer as it is', async () => {
    relay.upstream.always({
      json: { choices: [{ index: 0, message: {}, finish_reason: 'stop' }] },
    })
    await ask('/v1/chat/completions', false, 'spare')
    expect((await attemptsOfLast()).at(-1)).toMatchObject({
      error: 'empty_response',
      reason: 'empty_response: stop',
    })
  })

  it('also where the model had thought before, and thinking is charged', async () => {
    relay.upstream.next(events(thought, malformed))
    await (await ask('/v1/messages', true)).text()
    expect((await attemptsOfLast()).at(-1)).toMatchObject({
      error: 'stream_cut',
      reason: 'stream_cut: MALFORMED_FUNCTION_CALL',
    })
  })
})

describe('an answer that Google gave up after it had only thought', () => {
  it('is an error in the stream, and costs what Google states', async () => {
    for (const [path, error] of [
      ['/v1/chat/completions', '"error":{"message":"the provider ended the stream early'],
      ['/v1/messages', 'event: error'],
      ['/v1/responses', 'response.failed'],
    ] as const) {
      const before = await relay.balance()
      relay.upstream.next(events(thought, malformed))
      const response = await ask(path, true)
      const text = await response.text()
      expect([response.status, text]).toEqual([200, expect.stringContaining(error)])
      expect(text).not.toContain('"finish_reason":"stop"')
      expect(text).not.toContain('message_stop')
      expect((await relay.balance()) - before).toBeLessThan(0n)
    }
  })

  it('is an error where the client waits for the whole answer', async () => {
    relay.upstream.always({
      json: {
        ...malformed,
        candidates: [{ ...thought.candidates[0], finishReason: 'MALFORMED_FUNCTION_CALL' }],
      },
    })
    const response = await ask('/v1/chat/completions', false)
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('no answer')])
  })
})

it('what Google said before it gave up is delivered', async () => {
  relay.upstream.next(events(saying({ text: 'I look it up.' }), malformed))
  const response = await ask('/v1/chat/completions', true)
  const text = await response.text()
  expect(text).toContain('I look it up.')
  expect(text).toContain('data: [DONE]')
})
