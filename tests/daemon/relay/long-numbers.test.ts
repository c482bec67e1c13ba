import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** Beyond 2^53, as ids of many services are. */
const ID = '1234567890123456789'

let answer = ''
let asked = ''
const vendor = createServer(async (request, response) => {
  asked = ''
  for await (const piece of request.setEncoding('utf8')) asked += piece as string
  const type = answer.startsWith('data:') ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': type }).end(answer)
})

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await once(vendor.listen(0, '127.0.0.1'), 'listening')
  const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  await relay.setOption('ModelRatio', JSON.stringify({ chat: 1, claude: 1, gemini: 1 }))
  await relay.addChannel({ models: 'chat', base_url, setting: JSON.stringify({ speaks: 'chat' }) })
  await relay.addChannel({ models: 'claude', base_url, type: 14 })
  await relay.addChannel({ models: 'gemini', base_url, type: 24 })
})
afterAll(async () => {
  await relay.close()
  vendor.close()
})

const user = { role: 'user', content: 'Who is it?' }
const claude = `{"id":"m","type":"message","role":"assistant","model":"claude","content":[{"type":"tool_use","id":"t","name":"find","input":{"id":${ID}}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":5}}`
const gemini = `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"find","args":{"id":${ID}}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":5,"totalTokenCount":10}}`
const chat = `{"id":"c","object":"chat.completion","model":"chat","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"find","arguments":"{\\"id\\":${ID}}"}}]}}],"usage":{"prompt_tokens":5,"completion_tokens":5,"total_tokens":10}}`

describe('a number of nineteen digits keeps all of them', () => {
  it.each([
    ['Claude', 'chat', '/v1/chat/completions', { model: 'claude' }, claude],
    ['Gemini', 'chat', '/v1/chat/completions', { model: 'gemini' }, gemini],
    [
      'Gemini',
      'chat as a stream',
      '/v1/chat/completions',
      { model: 'gemini', stream: true },
      `data: ${gemini}\n\n`,
    ],
    ['OpenAI', 'Messages', '/v1/messages', { model: 'chat', max_tokens: 9 }, chat],
    ['OpenAI', 'Ollama', '/api/chat', { model: 'chat', stream: false }, chat],
  ])('in the arguments of a call, from %s to %s', async (_vendor, _client, path, body, given) => {
    answer = given
    const text = await (await relay.post(path, { messages: [user], ...body })).text()
    expect(text).toContain(ID)
  })

  it.each(['claude', 'gemini'])('in the calls and results that go to %s', async (model) => {
    answer = model === 'claude' ? claude : gemini
    const call = { id: 't', type: 'function', function: { name: 'find', arguments: `{"near":${ID}}` } }
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 't', content: `{"user":${ID}}` },
    ]
    await relay.post('/v1/chat/completions', { model, messages })
    expect(asked.split(ID)).toHaveLength(3)
  })
})
