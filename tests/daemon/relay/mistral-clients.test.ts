import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

interface Chunk {
  readonly choices: readonly { readonly index: number; readonly delta: { readonly content?: string } }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
}

const models = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5', gemini: 'gemini-2.5-flash' }
const messages = [{ role: 'user', content: 'hi' }]

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  const priced = [
    ...Object.values(models),
    'text-embedding-3-small',
    'gemini-embedding-001',
    'mistral-small-latest',
  ]
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(priced.map((each) => [each, 1]))))
  await relay.addChannel({ models: `${models.openai},text-embedding-3-small` })
  await relay.addChannel({ type: 42, models: 'mistral-small-latest' })
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 24, models: `${models.gemini},gemini-embedding-001` })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  relay.upstream.always({ text: 'one "choices":[] café', tokens: { input: 1000, output: 500 } })
})

const stream = async (model: string, agent: string): Promise<readonly Chunk[]> => {
  const answer = await relay.post(
    '/v1/chat/completions',
    { model, messages, stream: true },
    { 'user-agent': agent },
  )
  const lines = (await answer.text()).trim().split('\n\n')
  expect(lines.at(-1)).toBe('data: [DONE]')
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
}
const textOf = (chunks: readonly Chunk[]): string =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

describe.each([
  ['Mistral’s own', 'speakeasy-sdk/typescript 2.7.0 2.884.13 1.0.0 @mistralai/mistralai'],
  ['Vercel’s for Mistral', 'ai/7.0.173 ai-sdk/mistral/4.0.87 runtime/node.js/26'],
])('clients of Mistral: %s', (_whose, agent) => {
  it.each(Object.values(models))('read the usage of a stream of %s, as Mistral states it', async (model) => {
    const chunks = await stream(model, agent)
    expect(textOf(chunks)).toBe('one "choices":[] café')
    const stated = chunks.filter(({ usage }) => usage)
    expect(stated).toMatchObject([{ usage: { prompt_tokens: 1000, completion_tokens: 500 } }])
    // The clients read the first choice of every chunk unchecked, and do not accept `null` as usage.
    expect(chunks.every(({ choices }) => choices[0]?.delta !== undefined)).toBe(true)
    expect(chunks.some(({ usage }) => usage === null)).toBe(false)
  })
})

it.each([...Object.values(models), 'mistral-small-latest'])(
  'Mistral’s client reads the tool calls of a stream of %s whole, with what was said before',
  async (model) => {
    const calls = [
      { name: 'look', arguments: { city: 'Zürich "é" 🚀' } },
      { name: 'look', arguments: { city: 'Bern' } },
    ]
    relay.upstream.always({
      toolCalls: calls,
      text: 'I look.',
      tokens: { input: 1000, output: 500 },
      usage: 'last',
    })
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const tools = [{ type: 'function', function: { name: 'look', parameters } }]
    const agent = 'speakeasy-sdk/typescript 2.7.0 2.884.13 1.0.0 @mistralai/mistralai'
    const asked = { model, messages, stream: true, tools }
    const answer = await relay.post('/v1/chat/completions', asked, { 'user-agent': agent })
    const chunks = (await answer.text())
      .trim()
      .split('\n\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line.slice('data: '.length)))
    const told = chunks.flatMap(({ choices }) => choices[0].delta.tool_calls ?? [])
    expect(told.map(({ function: { name, arguments: text } }) => [name, JSON.parse(text)])).toEqual(
      calls.map((call) => [call.name, call.arguments]),
    )
    expect(told.every(({ id }, index) => id !== '' && told[index].index === index)).toBe(true)
    expect(chunks.some(({ choices }) => choices[0].finish_reason === 'tool_calls')).toBe(true)
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(1)
  },
)

it.each(['text-embedding-3-small', 'gemini-embedding-001'])(
  'Mistral’s client takes the vectors of %s: they have an id',
  async (model) => {
    relay.upstream.always({ tokens: { input: 10, output: 0 } })
    const agent = 'speakeasy-sdk/python 3.7.0 2.935.1 1.0.0 mistralai'
    const answer = await relay.post('/v1/embeddings', { model, input: ['a', 'b'] }, { 'user-agent': agent })
    expect(await answer.json()).toMatchObject({
      id: answer.headers.get('x-request-id'),
      object: 'list',
      usage: { prompt_tokens: expect.any(Number), total_tokens: expect.any(Number) },
      data: [{ index: 0 }, { index: 1 }],
    })
  },
)

it('a client with that name in another protocol gets its stream as it is', async () => {
  const agent = { 'user-agent': 'editor with mistral/1.0' }
  const read = async (headers: Readonly<Record<string, string>>) =>
    (
      await (
        await relay.post('/v1/responses', { model: models.anthropic, input: 'hi', stream: true }, headers)
      ).text()
    ).replaceAll(/"(?:id|item_id)":"[^"]*"|"(?:created|completed)_at":[\d.]+/g, '')
  expect(await read(agent)).toBe(await read({}))
})

it('Mistral’s client reads the list of models: each says its type and what it can do', async () => {
  const headers = {
    authorization: `Bearer ${relay.key}`,
    'user-agent': 'speakeasy-sdk/python 3.7.0 mistralai',
  }
  const read = async (path: string) => (await fetch(`${relay.url}${path}`, { headers })).json()
  const known = {
    id: models.openai,
    type: 'base',
    max_context_length: 128_000,
    capabilities: { completion_chat: true, function_calling: true, vision: true, reasoning: false },
  }
  expect(await read(`/v1/models/${models.openai}`)).toMatchObject(known)
  const { object, data } = (await read('/v1/models')) as { object: string; data: { id: string }[] }
  expect([object, data.find(({ id }) => id === models.openai)]).toMatchObject(['list', known])
})

it('Mistral’s words for a forced tool and for the seed reach every provider in its own', async () => {
  const own = {
    [models.openai]: { seed: 7, tool_choice: 'required' },
    [models.anthropic]: { tool_choice: { type: 'any' } },
    'mistral-small-latest': { random_seed: 7, tool_choice: 'any' },
  }
  const tools = [
    { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
  ]
  for (const [model, said] of Object.entries(own)) {
    const asked = { model, messages, tools, tool_choice: 'any', random_seed: 7 }
    expect((await relay.post('/v1/chat/completions', asked)).status).toBe(200)
    const sent = relay.upstream.requests.at(-1)?.json as Record<string, unknown>
    expect(sent).toMatchObject(said)
    expect('random_seed' in sent).toBe(model === 'mistral-small-latest')
  }
})

it('another client that did not ask for usage gets none', async () => {
  for (const model of Object.values(models))
    expect((await stream(model, 'OpenAI/JS 7.59.0')).some((chunk) => 'usage' in chunk)).toBe(false)
})

describe('a conversation of Mistral, which is not a conversation of OpenAI', () => {
  it.each([
    ['/mistral/v1/conversations', 'mistral-client-python/3.7.0'],
    ['/mistral/v1/conversations', 'curl/8.0'],
    ['/v1/conversations', 'mistral-client-python/3.7.0'],
  ])('is refused at %s for %s', async (path, agent) => {
    const answer = await relay.post(
      path,
      { model: models.openai, inputs: 'hi', stream: false },
      { 'user-agent': agent },
    )
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { type: 'invalid_request_error', message: expect.stringContaining(`POST ${path}`) } },
    ])
  })
})
