import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'gpt-4o-mini'
/** A thousand tokens in every vocabulary. */
const long = 'several words of a long prompt, which the model reads '.repeat(100)
const user = { role: 'user', content: 'hello' }
const file = `data:text/plain;base64,${Buffer.from(long).toString('base64')}`
const called = { name: 'f', arguments: long }
const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const chat = (body: object) => ['/v1/chat/completions', { messages: [user], ...body }] as const
const responses = (item: object) => ['/v1/responses', { input: [user, { id: 'x', ...item }] }] as const
const gemini = (body: object) => [`/v1beta/models/${model}:generateContent`, { contents, ...body }] as const
const cohere = (body: object) => ['/v1/chat', { message: 'hello', ...body }] as const

describe('a prompt of which the vendor states nothing is counted wherever it stands', () => {
  it.each<[string, readonly [path: string, body: object]]>([
    ['a part that is a string', chat({ messages: [{ role: 'user', content: [long] }] })],
    [
      'a call of a custom tool',
      chat({
        messages: [
          user,
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'f', input: long } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'done' },
        ],
      }),
    ],
    [
      'a call in the former form',
      chat({ messages: [user, { role: 'assistant', content: null, function_call: called }, user] }),
    ],
    ['functions in the former form', chat({ functions: [{ name: 'f', description: long }] })],
    ['a custom tool', chat({ tools: [{ type: 'custom', custom: { name: 'f', description: long } }] })],
    [
      'the grammar of a custom tool',
      chat({
        tools: [
          {
            type: 'custom',
            custom: {
              name: 'f',
              format: { type: 'grammar', grammar: { syntax: 'regex', definition: long } },
            },
          },
        ],
      }),
    ],
    [
      'a schema',
      chat({
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'f', schema: { type: 'object', description: long } },
        },
      }),
    ],
    [
      'reasoning sent back',
      chat({ messages: [user, { role: 'assistant', content: 'hi', reasoning_content: long }, user] }),
    ],
    [
      'a text file',
      chat({
        messages: [
          {
            role: 'user',
            content: [{ type: 'file', file: { filename: 'a.txt', file_data: file } }],
          },
        ],
      }),
    ],
    ['a suffix', ['/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'x', suffix: long }]],
    ['code that a vendor ran', responses({ type: 'code_interpreter_call', container_id: 'c', code: long })],
    [
      'what a shell printed',
      responses({
        type: 'shell_call_output',
        call_id: 'c',
        output: [{ stdout: long, stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      }),
    ],
    [
      'tools of a server',
      responses({
        type: 'mcp_list_tools',
        server_label: 's',
        tools: [{ name: 'f', description: long, input_schema: {} }],
      }),
    ],
    [
      'an uploaded text',
      [
        '/v1/responses',
        {
          input: [{ role: 'user', content: [{ type: 'input_file', filename: 'a.txt', file_data: file }] }],
        },
      ],
    ],
    [
      'a summary of Anthropic’s',
      [
        '/v1/messages',
        {
          max_tokens: 9,
          messages: [user, { role: 'assistant', content: [{ type: 'compaction', content: long }] }, user],
        },
      ],
    ],
    [
      'a schema of Google’s',
      gemini({
        generationConfig: {
          responseMimeType: 'application/json',
          responseSchema: { type: 'OBJECT', description: long, properties: { a: { type: 'STRING' } } },
        },
      }),
    ],
    [
      'a call of Google’s',
      gemini({
        contents: [
          ...contents,
          { role: 'model', parts: [{ functionCall: { name: 'f', args: { a: long } } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'f', response: { b: 1 } } }] },
        ],
      }),
    ],
    ['a message of Cohere’s first chat', cohere({ message: long })],
    ['its preamble', cohere({ preamble: long })],
    ['its history', cohere({ chat_history: [{ role: 'USER', message: long }] })],
    ['its documents', cohere({ documents: [{ text: long }] })],
    ['its tools', cohere({ tools: [{ name: 'f', description: long, parameter_definitions: {} }] })],
    [
      'results of its tools',
      cohere({
        tools: [{ name: 'f', description: 'looks', parameter_definitions: {} }],
        tool_results: [{ call: { name: 'f', parameters: {} }, outputs: [{ a: long }] }],
      }),
    ],
    ['documents of Cohere’s', ['/v2/chat', { messages: [user], documents: [{ data: { text: long } }] }]],
    ['a prompt of Ollama’s', ['/api/generate', { stream: false, prompt: long }]],
    ['a system prompt of Ollama’s', ['/api/generate', { stream: false, prompt: 'x', system: long }]],
    [
      'a schema of Ollama’s',
      ['/api/chat', { stream: false, messages: [user], format: { type: 'object', description: long } }],
    ],
    [
      'a call of Ollama’s',
      [
        '/api/chat',
        {
          stream: false,
          messages: [
            user,
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ function: { name: 'f', arguments: { a: long } } }],
            },
            { role: 'tool', tool_name: 'f', content: 'done' },
          ],
        },
      ],
    ],
  ])('%s', async (_where, [path, body]) => {
    relay.upstream.next({ usage: 'missing' })
    const response = await relay.post(path, { model, ...body })
    expect(response.status, await response.text()).toBe(200)
    const [row] = await relay.logs()
    expect(row?.prompt_tokens).toBeGreaterThan(1000)
  })

  it('but a picture is not read as text', async () => {
    relay.upstream.next({ usage: 'missing' })
    const url = `data:image/png;base64,${'A'.repeat(40_000)}`
    const content = [{ type: 'image_url', image_url: { url } }]
    expect((await relay.post(...chat({ model, messages: [{ role: 'user', content }] }))).status).toBe(200)
    // Three times the base tokens of an image for this model, plus the frame.
    expect((await relay.logs())[0]?.prompt_tokens).toBe(8499 + 7)
  })
})
