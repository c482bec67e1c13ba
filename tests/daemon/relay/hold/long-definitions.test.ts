import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import type { Caller } from '../../../support/test-services.ts'

const model = 'gpt-4o-mini'
/** 96,000 bytes: 38,400 tokens at the rate used for holds. */
const long = 'some words, '.repeat(8000)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const user = { role: 'user', content: 'hello' }
const own = { type: 'function', function: { name: 'look' } }
const part = (each: object) => [{ role: 'user', content: [{ type: 'text', text: 'hello' }, each] }]

let relay: TestRelay
let poor: Caller
let key: string
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 1 }))
  poor = await relay.api.createUser('poor')
  const { id, quota } = await poor.call<{ id: number; quota: number }>('GET', '/api/user/self')
  await relay.root.call('POST', '/api/user/credit', { id, delta: String(20_000 - quota) })
  key = await relay.addToken({}, poor)
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (path: string, body: object) =>
  relay.post(path, { model, max_tokens: 16, ...body }, { authorization: `Bearer ${key}` })

describe('a balance of 20,000 for a prompt of about 25,000 tokens', () => {
  it.each<[string, string, object]>([
    [
      'the definition of a tool',
      '/v1/chat/completions',
      { messages: [user], tools: [{ type: 'function', function: { name: 'look', description: long } }] },
    ],
    [
      'the schema of a tool, under a name that media have',
      '/v1/chat/completions',
      {
        messages: [user],
        tools: [{ type: 'function', function: { name: 'look', parameters: { data: `data:,${long}` } } }],
      },
    ],
    [
      'the call of a tool',
      '/v1/chat/completions',
      {
        messages: [
          user,
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: long } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'done' },
        ],
        tools: [own],
      },
    ],
    [
      'the schema of the answer',
      '/v1/chat/completions',
      {
        messages: [user],
        tools: [own],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'f', schema: { type: 'object', description: long } },
        },
      },
    ],
    [
      'a tool of Anthropic’s',
      '/v1/messages',
      { messages: [user], tools: [{ name: 'look', description: long, input_schema: { type: 'object' } }] },
    ],
    [
      'a text file of Google’s',
      `/v1beta/models/${model}:generateContent`,
      { contents: [{ parts: [{ inlineData: { mimeType: 'text/plain', data: base64(long) } }] }] },
    ],
    [
      'a text file of OpenAI’s',
      '/v1/chat/completions',
      {
        messages: part({
          type: 'file',
          file: { filename: 'a.txt', file_data: `data:text/plain;base64,${base64(long)}` },
        }),
      },
    ],
  ])('is refused before anybody is asked where the prompt is %s', async (_where, path, body) => {
    const answer = await ask(path, body)
    expect(answer.status, await answer.text()).toBe(403)
    expect(relay.upstream.hits).toBe(0)
  })

  it('is enough for a picture of a megabyte, whose length says nothing', async () => {
    const url = `data:image/png;base64,${'A'.repeat(1_000_000)}`
    const answer = await ask('/v1/chat/completions', {
      messages: part({ type: 'image_url', image_url: { url } }),
    })
    expect(answer.status, await answer.text()).toBe(200)
  })
})
