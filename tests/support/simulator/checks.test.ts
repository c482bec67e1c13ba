import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator } from './simulator.ts'

const upstream = await startSimulator({ strict: true })
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

const post = async (path: string, body: object) => {
  const response = await fetch(upstream.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const user = { role: 'user', content: 'hi' }
const tool = { name: 'f', input_schema: { type: 'object', properties: {} } }
const toolUse = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] }
const toolResult = { type: 'tool_result', tool_use_id: 't1', content: 'done' }
const openSchema = { type: 'object', properties: { a: { type: 'string' } } }

describe('what Anthropic does not take', () => {
  const body = { model: 'claude-sonnet-4-5', max_tokens: 2000, messages: [user], tools: [tool] }
  const withMessages = (...messages: object[]) => ({ ...body, messages })

  it.each<[string, object, RegExp]>([
    ['no output limit', { ...body, max_tokens: undefined }, /max_tokens: Field required/],
    ['a member it does not know', { ...body, seed: 1 }, /seed: Extra inputs/],
    ['an assistant that begins', withMessages({ role: 'assistant', content: 'hi' }), /first message/],
    ['empty text', withMessages({ role: 'user', content: '' }), /must be non-empty/],
    ['a call without its result', withMessages(user, toolUse, user), /without `tool_result`/],
    ['a call at the end', withMessages(user, toolUse), /without `tool_result`/],
    [
      'a result without its call',
      withMessages({ role: 'user', content: [toolResult] }),
      /unexpected `tool_use_id`/,
    ],
    [
      'a result behind other content',
      withMessages(user, toolUse, { role: 'user', content: [{ type: 'text', text: 'so' }, toolResult] }),
      /must come before/,
    ],
    [
      'thinking of somebody else',
      withMessages(
        user,
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 'y' }] },
        user,
      ),
      /Invalid `signature`/,
    ],
    [
      'a budget above the limit',
      { ...body, thinking: { type: 'enabled', budget_tokens: 2000 } },
      /must be greater than/,
    ],
    [
      'a call without thinking in front',
      {
        ...withMessages(user, toolUse, { role: 'user', content: [toolResult] }),
        thinking: { type: 'enabled', budget_tokens: 1024 },
      },
      /must start with a thinking block/,
    ],
    [
      'a temperature for a model that has none',
      { ...body, model: 'claude-opus-5', temperature: 0.5 },
      /deprecated/,
    ],
    [
      'a budget for a model that has none',
      { ...body, model: 'claude-sonnet-5', thinking: { type: 'enabled', budget_tokens: 1024 } },
      /adaptive/,
    ],
    ['a tool without a schema', { ...body, tools: [{ name: 'f' }] }, /input_schema/],
    [
      'an open schema',
      { ...body, output_config: { format: { type: 'json_schema', schema: openSchema } } },
      /additionalProperties/,
    ],
  ])('%s', async (_what, request, message) => {
    const { status, text } = await post('/v1/messages', request)
    expect([status, text]).toEqual([400, expect.stringMatching(message)])
    expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
    expect(upstream.requests[0]?.complaint).toMatch(message)
  })

  it('and what Bedrock and Vertex do not take beyond that', async () => {
    const bedrock = (extra: object) =>
      post('/model/anthropic.claude-sonnet-4-5-v1%3A0/invoke', {
        anthropic_version: 'bedrock-2023-05-31',
        max_tokens: 10,
        messages: [user],
        ...extra,
      })
    expect((await bedrock({})).status).toBe(200)
    expect((await bedrock({ model: 'm' })).text).toMatch(/model: Extra inputs/)
    expect((await bedrock({ anthropic_version: '2023-06-01' })).status).toBe(400)
    const link = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
    expect((await bedrock({ messages: [{ role: 'user', content: [link] }] })).text).toMatch(/URL sources/)
    const vertex = '/v1/projects/p/locations/us/publishers/anthropic/models/claude-sonnet-4-5:rawPredict'
    expect((await post(vertex, { max_tokens: 10, messages: [user] })).text).toMatch(/anthropic_version/)
  })
})

describe('what Gemini does not take', () => {
  const path = '/v1beta/models/gemini-3.5-flash:generateContent'
  const question = { role: 'user', parts: [{ text: 'hi' }] }
  const call = { functionCall: { name: 'f', args: {} } }
  const dummy = { ...call, thoughtSignature: 'skip_thought_signature_validator' }
  const result = { functionResponse: { name: 'f', response: { result: 1 } } }
  const talk = (...contents: object[]) => ({ contents })

  it.each<[string, object, RegExp]>([
    ['nothing at all', talk(), /contents is not specified/],
    ['a turn without parts', talk({ role: 'user', parts: [] }), /must not be empty/],
    ['a part without data', talk({ role: 'user', parts: [{ thought: true }] }), /required oneof/],
    ['a strange role', talk({ role: 'assistant', parts: [{ text: 'x' }] }), /valid role/],
    ['an unknown member', { ...talk(question), max_tokens: 5 }, /Unknown name \\?"max_tokens/],
    [
      'fewer results than calls',
      talk(question, { role: 'model', parts: [dummy, call] }, { role: 'user', parts: [result] }),
      /number of function response parts/,
    ],
    ['a call at the end', talk(question, { role: 'model', parts: [dummy] }), /number of function response/],
    [
      'an unsigned call',
      talk(question, { role: 'model', parts: [call] }, { role: 'user', parts: [result] }),
      /missing a thought_signature/,
    ],
    [
      'a signature of somebody else',
      talk(
        question,
        { role: 'model', parts: [{ ...call, thoughtSignature: 'bm9wZQ==' }] },
        { role: 'user', parts: [result] },
      ),
      /signature is not valid/,
    ],
    [
      'a result that is no object',
      talk(
        question,
        { role: 'model', parts: [dummy] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: 'text' } }] },
      ),
      /Struct/,
    ],
    [
      'budget and level together',
      {
        ...talk(question),
        generationConfig: { thinkingConfig: { thinkingBudget: 100, thinkingLevel: 'LOW' } },
      },
      /only one of/,
    ],
    [
      "keywords outside Google's dialect",
      {
        ...talk(question),
        tools: [{ functionDeclarations: [{ name: 'f', parameters: { ...openSchema, $defs: {} } }] }],
      },
      /Unknown name \\?"\$defs/,
    ],
  ])('%s', async (_what, request, message) => {
    const { status, text } = await post(path, request)
    expect([status, text]).toEqual([400, expect.stringMatching(message)])
    expect(JSON.parse(text)).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
  })

  it("takes schemas in Google's dialect", async () => {
    const parameters = { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }
    const tools = [{ functionDeclarations: [{ name: 'f', parameters }] }]
    expect((await post(path, { ...talk(question), tools })).status).toBe(200)
    // The spelling of google-genai for Python.
    const responseSchema = {
      type: 'OBJECT',
      properties: { a: { any_of: [{ type: 'ARRAY', items: { type: 'STRING' }, max_items: 3 }] } },
      property_ordering: ['a'],
    }
    const generationConfig = { responseMimeType: 'application/json', responseSchema }
    expect((await post(path, { ...talk(question), generationConfig })).status).toBe(200)
  })

  it('takes its signatures back in either alphabet of base64', async () => {
    const signature = 'a+b/c+d/'
    upstream.next({ toolCalls: [{ name: 'f', arguments: {} }], signature })
    const tools = [{ functionDeclarations: [{ name: 'f' }] }]
    await post(path, { ...talk(question), tools })
    for (const thoughtSignature of [signature, 'a-b_c-d_']) {
      const made = { role: 'model', parts: [{ ...call, thoughtSignature }] }
      const answered = talk(question, made, { role: 'user', parts: [result] })
      expect((await post(path, { ...answered, tools })).status).toBe(200)
    }
  })

  it('takes an unsigned call of an earlier turn, and the documented stand-in', async () => {
    const past = [question, { role: 'model', parts: [call] }, { role: 'user', parts: [result] }]
    const now = [question, { role: 'model', parts: [dummy] }, { role: 'user', parts: [result] }]
    const done = { role: 'model', parts: [{ text: 'done' }] }
    expect((await post(path, talk(...past, done, ...now))).status).toBe(200)
  })
})

describe('what OpenAI does not take', () => {
  const chatCall = {
    role: 'assistant',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const strictTool = { name: 'f', strict: true, parameters: openSchema }

  it.each<[string, string, object, RegExp]>([
    [
      'a chat call without its result',
      'chat/completions',
      { messages: [user, chatCall, user] },
      /tool messages/,
    ],
    [
      'a chat result without its call',
      'chat/completions',
      { messages: [user, { role: 'tool', tool_call_id: 'c1', content: 'x' }] },
      /preceeding message/,
    ],
    [
      'the old cap of a reasoning model',
      'chat/completions',
      { model: 'o3', messages: [user], max_tokens: 5 },
      /max_completion_tokens/,
    ],
    [
      'a strict tool with an open schema',
      'chat/completions',
      { messages: [user], tools: [{ type: 'function', function: strictTool }] },
      /additionalProperties/,
    ],
    [
      'chat members in Responses',
      'responses',
      { input: 'hi', max_tokens: 5 },
      /Unknown parameter: 'max_tokens'/,
    ],
    [
      'chat parts in Responses',
      'responses',
      { input: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
      /input_text/,
    ],
    [
      'a Responses call without its output',
      'responses',
      { input: [user, { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }] },
      /No tool output found/,
    ],
    [
      'a Responses output without its call',
      'responses',
      { input: [user, { type: 'function_call_output', call_id: 'c1', output: 'x' }] },
      /No tool call found/,
    ],
    [
      'reasoning of somebody else',
      'responses',
      {
        input: [
          user,
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gw' },
          { role: 'assistant', content: 'hi' },
        ],
      },
      /could not be verified/,
    ],
    [
      'a strict Responses tool with an open schema',
      'responses',
      { input: 'hi', tools: [{ type: 'function', ...strictTool }] },
      /additionalProperties/,
    ],
  ])('%s', async (_what, operation, request, message) => {
    const { status, text } = await post(`/v1/${operation}`, { model: 'gpt-4o', ...request })
    expect([status, text]).toEqual([400, expect.stringMatching(message)])
    expect(JSON.parse(text)).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('copies of it take without strictness', async () => {
    await using lenient = await startSimulator()
    const response = await fetch(`${lenient.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [user, chatCall, user] }),
    })
    expect(response.status).toBe(200)
  })
})

describe('what Cohere does not take', () => {
  it.each<[string, object, RegExp]>([
    ['a member of OpenAI', { messages: [user], top_p: 1 }, /unknown field 'top_p'/],
    ['a role of OpenAI', { messages: [{ role: 'developer', content: 'x' }] }, /not supported/],
    ['a named tool choice', { messages: [user], tool_choice: 'auto' }, /REQUIRED or NONE/],
    [
      'a result without its call',
      { messages: [user, { role: 'tool', tool_call_id: 'c', content: 'x' }] },
      /not found/,
    ],
  ])('%s', async (_what, request, message) => {
    const { status, text } = await post('/v2/chat', { model: 'command-a', ...request })
    expect([status, text]).toEqual([400, expect.stringMatching(message)])
  })
})
