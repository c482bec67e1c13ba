import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

type Json = Readonly<Record<string, unknown>>

const models = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5', cohere: 'command-a-03-2025' }
const tokens = { input: 1000, output: 500 }
const meta = { billed_units: { input_tokens: 1000, output_tokens: 500 } }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${models.openai},text-embedding-3-small` })
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 34, models: `${models.cohere},rerank-v3.5` })
  const all = [...Object.values(models), 'text-embedding-3-small', 'rerank-v3.5']
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(all.map((each) => [each, 1]))))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (given: Json) => relay.post('/v1/chat', given)
const answerOf = async (given: Json): Promise<Json> => {
  const answer = await ask(given)
  expect([answer.status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
  return (await answer.json()) as Json
}
const linesOf = async (given: Json): Promise<readonly Json[]> => {
  const answer = await ask({ ...given, stream: true })
  expect(answer.headers.get('content-type')).toBe('application/stream+json')
  const lines = (await answer.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Json)
}
const sentMessages = (): readonly Json[] => {
  const { messages } = (relay.upstream.requests.at(-1)?.json ?? {}) as { messages?: Json[] }
  return messages ?? []
}

describe('the first version of Cohere’s chat', () => {
  it.each(Object.values(models))(
    'answers with %s, whole and in lines, and is charged the same',
    async (model) => {
      relay.upstream.always({ text: 'one two three', tokens })
      const asked = {
        model,
        message: 'hi',
        preamble: 'Be brief.',
        chat_history: [
          { role: 'USER', message: 'a' },
          { role: 'CHATBOT', message: 'b' },
        ],
      }
      const spent: bigint[] = []
      for (const read of [answerOf, linesOf]) {
        const before = await relay.balance()
        const said = await read(asked)
        const lines = Array.isArray(said) ? said : []
        const response = Array.isArray(said) ? lines.at(-1)?.response : said
        expect(response).toMatchObject({
          text: 'one two three',
          finish_reason: 'COMPLETE',
          chat_history: [
            ...asked.chat_history,
            { role: 'USER', message: 'hi' },
            { role: 'CHATBOT', message: 'one two three' },
          ],
          meta,
        })
        if (lines.length > 0) {
          expect(lines[0]).toMatchObject({ event_type: 'stream-start', is_finished: false })
          const texts = lines.filter((each) => each.event_type === 'text-generation').map((each) => each.text)
          expect(texts.join('')).toBe('one two three')
          expect(lines.at(-1)).toMatchObject({ event_type: 'stream-end', is_finished: true })
        }
        spent.push(before - (await relay.balance()))
      }
      expect(spent[0]).toBeGreaterThan(0n)
      expect(spent[1]).toBe(spent[0])
    },
  )

  it('hands instructions, history and parameters of Python on', async () => {
    await answerOf({
      model: models.openai,
      message: 'and now?',
      preamble: 'Be brief.',
      chat_history: [
        { role: 'User', message: 'a' },
        { role: 'Chatbot', message: 'b' },
        { role: 'SYSTEM', message: 'c' },
      ],
      p: 0.5,
      stop_sequences: ['END'],
      tools: [
        {
          name: 'look',
          description: 'Looks',
          parameter_definitions: {
            city: { type: 'str', required: true, description: 'Where' },
            days: { type: 'List[int]', required: false },
            other: { type: 'Foo' },
          },
        },
      ],
    })
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({
      top_p: 0.5,
      stop: ['END'],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'system', content: 'c' },
        { role: 'user', content: 'and now?' },
      ],
      tools: [
        {
          function: {
            name: 'look',
            parameters: {
              type: 'object',
              properties: {
                city: { type: 'string', description: 'Where' },
                days: { type: 'array', items: { type: 'integer' } },
                other: {},
              },
              required: ['city'],
            },
          },
        },
      ],
    })
  })

  const tools = [
    { name: 'weather', description: 'Weather', parameter_definitions: { city: { type: 'str' } } },
  ]
  const call = { name: 'weather', parameters: { city: 'Paris' } }
  const results = [{ call, outputs: [{ sky: 'sunny' }] }]

  it.each([false, true])(
    'goes round a loop of tools by the history that the answer has (stream: %s)',
    async (stream) => {
      relay.upstream.next({ toolCalls: [{ name: 'weather', arguments: { city: 'Paris' } }] })
      const asked = { model: models.openai, message: 'weather?', tools }
      const lines = stream ? await linesOf(asked) : []
      if (stream)
        expect(lines.at(-2)).toMatchObject({ event_type: 'tool-calls-generation', tool_calls: [call] })
      const first = stream ? (lines.at(-1)?.response as Json) : await answerOf(asked)
      expect(first).toMatchObject({ tool_calls: [call], finish_reason: 'COMPLETE' })
      const second = await answerOf({
        ...asked,
        message: '',
        chat_history: first.chat_history,
        tool_results: results,
      })
      expect(second.chat_history).toMatchObject([
        {},
        {},
        { role: 'TOOL', tool_results: results },
        { role: 'CHATBOT' },
      ])
      const [question, made, result] = sentMessages()
      expect([question?.role, made?.role, result?.role]).toEqual(['user', 'assistant', 'tool'])
      const [called] = (made?.tool_calls ?? []) as { id: string }[]
      expect(result).toMatchObject({ tool_call_id: called?.id, content: '[{"sky":"sunny"}]' })
    },
  )

  it.each([
    ['brackets that never close', `list${'['.repeat(60_000)}`],
    ['lists within lists', `${'list['.repeat(12_000)}int${']'.repeat(12_000)}`],
  ])('answers a type of %s without holding up other requests', async (_, type) => {
    const tools = [{ name: 'look', parameter_definitions: { city: { type } } }]
    const begunMs = performance.now()
    await answerOf({ model: models.openai, message: 'Hello', tools })
    // This took nine seconds, or failed.
    expect(performance.now() - begunMs).toBeLessThan(4_000)
  })

  it('takes a result without the message that called, as clients of a single step send it', async () => {
    await answerOf({
      model: models.anthropic,
      message: 'weather?',
      tools,
      tool_results: [...results, ...results],
      force_single_step: true,
    })
    expect(sentMessages()).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'weather?' }] },
      { role: 'assistant', content: [{ type: 'tool_use', input: { city: 'Paris' } }, { type: 'tool_use' }] },
      { role: 'user', content: [{ type: 'tool_result' }, { type: 'tool_result' }] },
    ])
  })

  it('refuses what only that version of Cohere’s API has, in its shape', async () => {
    for (const given of [
      { connectors: [{ id: 'web-search' }] },
      { conversation_id: 'c' },
      { search_queries_only: true },
    ]) {
      const answer = await ask({ model: models.cohere, message: 'hi', ...given })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { message: expect.stringContaining(String(Object.keys(given)[0])) },
      ])
    }
    for (const message of [undefined, '']) {
      const answer = await ask({ model: models.cohere, message })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { message: expect.stringContaining('message') },
      ])
    }
    const unknown = await ask({ model: 'nothing', message: 'hi' })
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { id: expect.any(String), message: expect.any(String) },
    ])
  })

  it('says in the last line that a stream broke', async () => {
    relay.upstream.always({ chunks: 20, errorAfterEvents: 5 })
    expect((await linesOf({ model: models.openai, message: 'hi' })).at(-1)).toMatchObject({
      is_finished: true,
      finish_reason: 'ERROR',
    })
  })
})

describe('the list of models of Cohere’s clients', () => {
  it.each([
    { 'user-agent': 'cohere/7.3.1' },
    { 'user-agent': 'cohere-ai/8.1.0' },
    { 'x-fern-sdk-name': 'cohere-ai' },
  ])('has Cohere’s shape for %j', async (headers) => {
    const get = async (path: string) =>
      (await (
        await fetch(relay.url + path, { headers: { authorization: `Bearer ${relay.key}`, ...headers } })
      ).json()) as Json
    const { models: list } = await get('/v1/models')
    expect(list).toContainEqual(
      expect.objectContaining({ name: models.openai, endpoints: ['chat'], context_length: 128_000 }),
    )
    expect(list).toContainEqual(
      expect.objectContaining({ name: 'text-embedding-3-small', endpoints: ['embed'] }),
    )
    expect(list).toContainEqual(expect.objectContaining({ name: 'rerank-v3.5', endpoints: ['rerank'] }))
    expect(await get(`/v1/models/${models.openai}`)).toMatchObject({
      name: models.openai,
      is_deprecated: false,
    })
    expect(await get('/v1/models/nothing')).toMatchObject({ message: expect.any(String) })
  })
})
