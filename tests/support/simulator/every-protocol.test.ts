import { afterAll, describe, expect, it } from 'vitest'
import { startSimulator } from './simulator.ts'

const upstream = await startSimulator({ strict: true })
afterAll(() => upstream.close())

describe('every protocol', () => {
  const messages = [{ role: 'user', content: 'echo me' }]
  const schema = { type: 'object', properties: {}, additionalProperties: false }
  const cases: [path: string, ask: object, structuredAsk: object][] = [
    [
      '/v1/chat/completions',
      { model: 'm', messages },
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
    ],
    [
      '/v1/responses',
      { model: 'm', input: 'echo me' },
      { text: { format: { type: 'json_schema', name: 'a', schema } } },
    ],
    [
      '/v1/messages',
      { model: 'claude-sonnet-4-5', max_tokens: 10, messages },
      { output_config: { format: { type: 'json_schema', schema } } },
    ],
    [
      '/v1beta/models/gemini-2.5-flash:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'echo me' }] }] },
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
    ],
    [
      '/model/us.anthropic.claude-sonnet-4-5-v1%3A0/invoke',
      { anthropic_version: 'bedrock-2023-05-31', max_tokens: 10, messages },
      { output_config: { format: { type: 'json_schema', schema } } },
    ],
    [
      '/v2/chat',
      { model: 'command-a', messages },
      { response_format: { type: 'json_object', json_schema: schema } },
    ],
    ['/api/chat', { model: 'qwen3', messages, stream: false }, { format: schema }],
  ]

  it.each(cases)(
    'echoes, and answers in JSON what was asked in JSON: %s',
    async (path, ask, structuredAsk) => {
      upstream.always({ echo: true, structured: { answer: 42 } })
      const post = async (body: object) => {
        const headers = { 'anthropic-version': '2023-06-01' }
        const response = await fetch(upstream.url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return response.text()
      }
      expect(await post(ask)).toContain('echo me')
      const structured = await post({ ...ask, ...structuredAsk })
      expect(structured).toContain(JSON.stringify('{"answer":42}').slice(1, -1))
      expect(upstream.requests.at(-1)?.json).toMatchObject(structuredAsk)
    },
  )
})
