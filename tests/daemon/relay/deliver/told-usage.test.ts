import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { type ClientProtocol, chat, generate, messages, responses } from '../client-protocols.ts'

const models = { chat: 'gpt-4o', messages: 'claude-sonnet-4-5-20250929', generate: 'gemini-2.5-flash' }
const types = { chat: 1, messages: 14, generate: 24 }
type Vendor = keyof typeof models
const embeds = 'gemini-embedding-001'

/** Each client with vendors of other protocols. */
const translated: readonly (readonly [ClientProtocol, Vendor])[] = [
  [messages, 'chat'],
  [generate, 'chat'],
  [chat, 'messages'],
  [responses, 'messages'],
  [generate, 'messages'],
  [chat, 'generate'],
  [messages, 'generate'],
]
const pairs = translated.map(([client, vendor]) => [client.name, vendor, client] as const)

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  for (const vendor of Object.keys(models) as Vendor[])
    await relay.addChannel({ type: types[vendor], models: models[vendor] })
  await relay.addChannel({ type: 24, models: embeds })
  const ratios = Object.fromEntries([...Object.values(models), embeds].map((model) => [model, 1]))
  await relay.setOption('ModelRatio', JSON.stringify(ratios))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

type Json = Readonly<Record<string, unknown>>

/** Returns the usage in the last document of a stream, or of an event in it, that states one. */
function lastUsage(client: ClientProtocol, stream: string): readonly [number, number] | undefined {
  const documents = stream
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json)
    .flatMap((event) => [event, (event.response ?? {}) as Json])
  return documents
    .map((document) => client.usageOf(document))
    .findLast(([input, output]) => !(Number.isNaN(input) || Number.isNaN(output)))
}

const charged = async (): Promise<readonly [number, number]> => {
  const [row] = await relay.logs()
  return [row?.prompt_tokens ?? 0, row?.completion_tokens ?? 0]
}

/** Provider responses whose usage cannot be charged. */
const unusable = [
  ['states no usage', { usage: 'missing' }],
  ['states usage that cannot be', { tokens: { input: 9, output: 90_000_000 } }],
] as const

describe.each(unusable)('a provider that %s', (_name, behaviour) => {
  it.each(pairs)('%s on %s: a whole answer says the tokens that are charged', async (_n, vendor, client) => {
    relay.upstream.always({ text: 'one two three', ...behaviour })
    const answer = await relay.post(client.path(models[vendor], false), client.body(models[vendor], false))
    const told = client.usageOf((await answer.json()) as Json)
    expect(told).toEqual(await charged())
    expect(told[1]).toBeGreaterThan(0)
    expect(told[1]).toBeLessThan(100)
  })

  it.each(pairs)('%s on %s: a stream ends with the tokens that are charged', async (_n, vendor, client) => {
    relay.upstream.always({ text: 'one two three', ...behaviour })
    const wish = client === chat ? { stream_options: { include_usage: true } } : {}
    const body = client.body(models[vendor], true, wish)
    const stream = await (await relay.post(client.path(models[vendor], true), body)).text()
    expect(client.readStream(stream)).toMatchObject({ text: 'one two three', error: undefined })
    const told = lastUsage(client, stream)
    expect(told).toEqual(await charged())
    expect(told?.[1]).toBeGreaterThan(0)
    expect(told?.[1]).toBeLessThan(100)
  })
})

describe('Google, which states no usage of embeddings', () => {
  it.each<[string, string, Json, (answer: Json) => unknown]>([
    [
      'OpenAI',
      '/v1/embeddings',
      { input: ['one two', 'three'] },
      ({ usage }) => (usage as Json).prompt_tokens,
    ],
    ['Ollama', '/api/embed', { input: ['one two', 'three'] }, (said) => said.prompt_eval_count],
    [
      'Cohere',
      '/v2/embed',
      { texts: ['one two', 'three'], input_type: 'search_query', embedding_types: ['float'] },
      ({ meta }) => (meta as { billed_units?: { input_tokens?: number } }).billed_units?.input_tokens,
    ],
  ])('%s’s clients read the tokens that are charged', async (_name, path, body, usageOf) => {
    const answer = (await (await relay.post(path, { model: embeds, ...body })).json()) as Json
    const [tokens] = await charged()
    expect(tokens).toBeGreaterThan(0)
    expect(usageOf(answer)).toBe(tokens)
  })

  it('Ollama’s former address, which tells no tokens, is charged for them', async () => {
    await relay.post('/api/embeddings', { model: embeds, prompt: 'one two' })
    expect((await charged())[0]).toBeGreaterThan(0)
  })
})

describe('a provider of Chat Completions that states no usage, for a client of the same format', () => {
  const body = (more: Json) => ({ ...chat.body(models.chat, more.stream === true), ...more })
  beforeEach(() => relay.upstream.always({ text: 'one two three', usage: 'missing' }))

  it('ends its stream with the usage that the client asked for', async () => {
    const asked = body({ stream: true, stream_options: { include_usage: true } })
    const stream = await (await relay.post('/v1/chat/completions', asked)).text()
    const [said, end] = stream.trimEnd().split('\n\n').slice(-2)
    expect(JSON.parse((said ?? '').slice('data: '.length))).toMatchObject({
      object: 'chat.completion.chunk',
      model: models.chat,
      choices: [],
    })
    expect(lastUsage(chat, stream)).toEqual(await charged())
    expect(end).toBe('data: [DONE]')
  })

  it('ends its stream as it came if nobody asked for usage', async () => {
    const stream = await (await relay.post('/v1/chat/completions', body({ stream: true }))).text()
    expect(stream).not.toContain('usage')
    expect(stream.endsWith('data: [DONE]\n\n')).toBe(true)
  })
})
