import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** An id beyond 2^53, as many services use them. */
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

  const body = (model: string, turns: string) =>
    `{"model":"${model}","max_tokens":50,"stream":false,${turns}}`
  const question = '{"role":"user","content":"Who is it?"}'
  const ofClaude = `"messages":[${question},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"find","input":{"near":[${ID}]}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"{\\"user\\":${ID}}"}]}]`
  const ofGemini = `"contents":[{"role":"user","parts":[{"text":"Who is it?"}]},{"role":"model","parts":[{"functionCall":{"name":"find","args":{"near":${ID}}}}]},{"role":"user","parts":[{"functionResponse":{"name":"find","response":{"user":${ID}}}}]}]`
  const ofOllama = `"messages":[${question},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"find","arguments":{"near":${ID}}}}]},{"role":"tool","tool_name":"find","content":"{\\"user\\":${ID}}"}]`
  it.each([
    ['Messages', 'chat', '/v1/messages', ofClaude],
    ['Messages', 'gemini', '/v1/messages', ofClaude],
    ['Gemini', 'chat', '/v1beta/models/chat:generateContent', ofGemini],
    ['Gemini', 'claude', '/v1beta/models/claude:generateContent', ofGemini],
    ['Ollama', 'claude', '/api/chat', ofOllama],
  ])('in the calls and results that a client of %s sends to %s', async (_client, model, path, turns) => {
    answer = model === 'claude' ? claude : model === 'gemini' ? gemini : chat
    for (const filler of ['', `,"metadata":{"note":"${'x'.repeat(300_000)}"}`]) {
      const sent = await relay.post(path, body(model, turns + filler))
      expect([sent.status, asked.split(ID).length]).toEqual([200, 3])
    }
  })
})
