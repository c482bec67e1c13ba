import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'claude-sonnet-4-5'
const sound = 'gpt-audio'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 14, models: model })
  await relay.addChannel({ models: sound, setting: '{"speaks":"chat"}' })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 1, [sound]: 1 }))
})
afterAll(() => relay.close())

const streamOf = (...events: readonly { readonly type: string; readonly [name: string]: unknown }[]) => ({
  contentType: 'text/event-stream',
  body: events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join(''),
})

const start = (usage: object) => ({
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', content: [], usage },
})
const said = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word '.repeat(500) } },
  { type: 'content_block_stop', index: 0 },
]
const delta = { stop_reason: 'end_turn', stop_sequence: null }
const end = { type: 'message_stop' }
const opened = start({ input_tokens: 7, output_tokens: 1 })

it.each([
  ['/v1/messages', { max_tokens: 1000 }],
  ['/v1/chat/completions', {}],
])(
  'a stream that states its output only when it begins is charged for what it delivered, on %s',
  async (path, more) => {
    const ask = async () => {
      const messages = [{ role: 'user', content: 'hi' }]
      const answer = await relay.post(path, { model, stream: true, messages, ...more })
      await answer.text()
      return (await relay.logs())[0]
    }
    relay.upstream.next(streamOf(opened, ...said, { type: 'message_delta', delta }, end))
    const row = await ask()
    expect(row?.prompt_tokens).toBe(7)
    expect(row?.completion_tokens).toBeGreaterThan(450)
    relay.upstream.next(
      streamOf(opened, ...said, { type: 'message_delta', delta, usage: { output_tokens: 9 } }, end),
    )
    expect(await ask()).toMatchObject({ prompt_tokens: 7, completion_tokens: 9 })
  },
)

it('a stream of sound that breaks off is charged for the sound, not only for its transcript', async () => {
  const chunk = (delta: object) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    model: sound,
    choices: [{ index: 0, delta, finish_reason: null }],
  })
  // One second at 24,000 samples of two bytes; the stream has a minute.
  const second = Buffer.alloc(48_000).toString('base64')
  const events = [
    chunk({ role: 'assistant', audio: { id: 'a', transcript: 'Once upon a time' } }),
    ...Array.from({ length: 60 }, () => chunk({ audio: { id: 'a', data: second } })),
  ]
  relay.upstream.next({
    contentType: 'text/event-stream',
    body: events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''),
  })
  const answer = await relay.post('/v1/chat/completions', {
    model: sound,
    stream: true,
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'pcm16' },
    messages: [{ role: 'user', content: 'Tell me a story.' }],
  })
  await answer.text()
  const [row] = await relay.logs()
  expect(row?.completion_tokens).toBeGreaterThan(830)
  // Audio costs 12.8 x 2 times as much as a token of the prompt.
  expect(Number(row?.quota_exact)).toBeGreaterThan(830 * 12.8 * 2)
})
