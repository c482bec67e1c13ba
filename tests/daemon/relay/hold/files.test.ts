import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Costs one quota unit per token, and reads at most 128,000 tokens. */
const model = 'gpt-4o-mini'
/** Pays for some short calls, but for no call with a long document. */
const BALANCE = 40_000
/** Pays for several calls with a full context window. */
const AMPLE = 1_000_000

const megabyte = Buffer.alloc(1_000_000, '%PDF-1.7 ').toString('base64')
/** The header of a WAV file with mono samples of 16 bits at 8 kHz, and 100 seconds of them. */
const recording = (() => {
  const bytes = Buffer.alloc(44 + 1_600_000)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(16_000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(1_600_000, 40)
  return bytes.toString('base64')
})()

const chat = '/v1/chat/completions'
const generate = `/v1beta/models/${model}:generateContent`
const parts = (each: object) => ({
  max_tokens: 16,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'read' }, each] }],
})
const google = (part: object) => ({
  contents: [{ role: 'user', parts: [part] }],
  generationConfig: { maxOutputTokens: 16 },
})
const file = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${megabyte}` }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 1 }))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

let users = 0
async function userWith(balance: number) {
  users += 1
  const user = await relay.api.createUser(`reader-${users}`)
  const { id, quota } = await user.call<{ id: number; quota: number }>('GET', '/api/user/self')
  await relay.root.call('POST', '/api/user/credit', { id, delta: String(balance - quota) })
  const key = await relay.addToken({}, user)
  return (path: string, body: object) =>
    relay.post(path, { model, ...body }, { authorization: `Bearer ${key}` })
}

/** Asks once more while a call runs. @returns the status of the second call, and of one after the first has ended */
async function askTwice(ask: () => Promise<Response>) {
  relay.upstream.next({ holdAt: 'headers' })
  const running = ask()
  const exchange = await relay.upstream.received(1)
  const { status } = await ask()
  exchange.resume()
  expect((await running).status).toBe(200)
  return { meanwhile: status, afterwards: (await ask()).status }
}

describe('calls whose prompt may cost far more than its text', () => {
  const cases: [string, string, object][] = [
    ['a document', chat, parts({ type: 'file', file })],
    [
      'a document under a picture’s name',
      chat,
      parts({ type: 'image_url', image_url: { url: file.file_data } }),
    ],
    ['a video by link', chat, parts({ type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } })],
    [
      'a search by the vendor',
      chat,
      { max_tokens: 16, messages: [{ role: 'user', content: 'find' }], web_search_options: {} },
    ],
    [
      'a document of Anthropic’s',
      '/v1/messages',
      parts({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: megabyte } }),
    ],
    [
      'a document by link',
      '/v1/responses',
      {
        max_output_tokens: 16,
        input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] }],
      },
    ],
    [
      'a document of Google’s',
      generate,
      google({ inlineData: { mimeType: 'application/pdf', data: megabyte } }),
    ],
  ]

  it.each(cases)('run one at a time while the balance does not cover it: %s', async (_what, path, body) => {
    const ask = await userWith(BALANCE)
    const { meanwhile, afterwards } = await askTwice(() => ask(path, body))
    expect([403, 429]).toContain(meanwhile)
    expect(afterwards).toBe(200)
  })

  it.each(cases)('run together on a balance that covers it: %s', async (_what, path, body) => {
    const ask = await userWith(AMPLE)
    expect((await askTwice(() => ask(path, body))).meanwhile).toBe(200)
  })

  it('leave the price of one call as the most that a balance can lose, however many come at once', async () => {
    const ask = await userWith(BALANCE)
    relay.upstream.always({ text: 'a word', usageValues: { prompt_tokens: 120_000, completion_tokens: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(chat, parts({ type: 'file', file }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(relay.upstream.hits).toBe(1)
  })
})

describe('calls whose prompt is known well enough', () => {
  it.each([
    ['a picture', parts({ type: 'image_url', image_url: { url: `data:image/png;base64,${megabyte}` } })],
    ['a picture by link', parts({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } })],
    [
      'a recording of 100 seconds',
      parts({ type: 'input_audio', input_audio: { data: recording, format: 'wav' } }),
    ],
    [
      'a tool whose arguments look like files',
      {
        max_tokens: 16,
        tools: [{ type: 'function', function: { name: 'look' } }],
        messages: [
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'look', arguments: '{"file_url":"a"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'a', content: 'file_id: a' },
        ],
      },
    ],
  ])('run together also on a small balance: %s', async (_what, body) => {
    const ask = await userWith(BALANCE)
    expect((await askTwice(() => ask(chat, body))).meanwhile).toBe(200)
  })
})
