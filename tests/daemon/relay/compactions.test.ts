import type OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const models = {
  native: 'gpt-5.1',
  chat: 'gpt-4o',
  messages: 'claude-opus-4-5',
  generate: 'gemini-2.5-flash',
} as const

const tools = [
  { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false },
]
/** A conversation that Codex sends for compaction. */
const conversation = {
  instructions: 'You write code.',
  input: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend the parser.' }] },
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'The parser is in parse.ts.' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I found it.' }] },
  ],
  tools,
  parallel_tool_calls: true,
} as const

/** OpenAI's response: https://developers.openai.com/api/reference/resources/responses/methods/compact */
const native = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1_763_000_000,
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: conversation.input[0].content,
    },
    { id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAAA-only-openai-reads-this' },
  ],
  usage: {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 100,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 1100,
  },
}

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  const table = (value: number) =>
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, value])))
  await relay.setOption('ModelRatio', table(1))
  await relay.setOption('CompletionRatio', table(4))
  await relay.addChannel({ type: 3, models: models.native })
  await relay.addChannel({ models: models.chat })
  await relay.addChannel({ type: 14, models: models.messages })
  await relay.addChannel({ type: 24, models: models.generate })
})
afterAll(() => relay.close())
afterEach(() => relay.upstream.reset())

const compact = (model: string) =>
  relay.openai.responses.compact({
    model,
    ...conversation,
  } as unknown as OpenAI.Responses.ResponseCompactParams)

const goOn = (model: string, { output }: OpenAI.Responses.CompactedResponse) =>
  relay.openai.responses.create({
    model,
    input: [...output, { role: 'user', content: 'Go on.' }] as OpenAI.Responses.ResponseInput,
  })

const lastRequest = () => {
  const { path, body } = relay.upstream.requests.at(-1) ?? {}
  return { path, body: String(body) }
}

describe('a conversation of Responses is made shorter', () => {
  it('by a provider that can do it: it gets the bytes of the client, and its usage is charged', async () => {
    relay.upstream.always({ json: native })
    const before = await relay.balance()
    expect(await compact(models.native)).toMatchObject(native)
    expect(lastRequest().path).toBe('/openai/v1/responses/compact')
    expect(JSON.parse(lastRequest().body)).toEqual({ model: models.native, ...conversation })
    expect(before - (await relay.balance())).toBe(1_400_000n)
    expect((await relay.logs())[0]).toMatchObject({ prompt_tokens: 1000, completion_tokens: 100 })
  })

  for (const model of [models.chat, models.messages, models.generate])
    it(`by a summary of any other model, which every model goes on from: ${model}`, async () => {
      relay.upstream.next({
        text: 'The parser in parse.ts has to be mended.',
        tokens: { input: 50, output: 9 },
      })
      const short = await compact(model)
      expect(short).toMatchObject({
        object: 'response.compaction',
        output: [{ type: 'message', role: 'user' }, { type: 'compaction' }],
        usage: { input_tokens: 50, output_tokens: 9 },
      })
      expect(lastRequest().body).toContain('The parser is in parse.ts.')
      expect((await relay.logs())[0]).toMatchObject({ prompt_tokens: 50, completion_tokens: 9 })
      for (const next of Object.values(models)) {
        await goOn(next, short)
        expect(lastRequest().body).toContain('Mend the parser.')
        expect(lastRequest().body).toContain('The parser in parse.ts has to be mended.')
        expect(lastRequest().body).not.toContain('I found it.')
      }
    })

  it('again, from a summary that another vendor made', async () => {
    relay.upstream.next({ text: 'First summary.' })
    const { output } = await compact(models.messages)
    relay.upstream.next({ text: 'Second summary.' })
    const again = await relay.openai.responses.compact({
      model: models.native,
      input: output as OpenAI.Responses.ResponseInput,
    })
    expect(lastRequest().body).toContain('First summary.')
    expect(again.output.map(({ type }) => type)).toEqual(['message', 'compaction'])
  })

  it('by the id of a response that is kept here', async () => {
    relay.upstream.next({ text: 'The answer that is kept.' })
    const first = await relay.openai.responses.create({ model: models.messages, input: 'Mend the parser.' })
    relay.upstream.next({ text: 'A summary.' })
    const short = await relay.openai.responses.compact({
      model: models.messages,
      previous_response_id: first.id,
    })
    expect(lastRequest().body).toContain('The answer that is kept.')
    expect(short.output).toMatchObject([{ type: 'message', role: 'user' }, { type: 'compaction' }])
  })

  it('by the id of a response that a provider keeps: only that provider can, and is asked', async () => {
    for (const model of [models.native, models.chat]) {
      relay.upstream.next({
        json: { ...native, id: `resp_of_${model}`, object: 'response', status: 'completed', model },
      })
      const { id } = await relay.openai.responses.create({ model, input: 'Mend the parser.' })
      relay.upstream.next({ json: native })
      expect(await relay.openai.responses.compact({ model, previous_response_id: id })).toMatchObject(native)
      expect(lastRequest().path).toContain('/v1/responses/compact')
      expect(JSON.parse(lastRequest().body)).toEqual({ model, previous_response_id: id })
    }
  })

  it('and what the summary says counts as a part of the prompt', async () => {
    relay.upstream.next({ text: 'word '.repeat(500) })
    const { output } = await compact(models.messages)
    const count = await relay.openai.responses.inputTokens.count({
      model: models.chat,
      input: output as OpenAI.Responses.ResponseInput,
    })
    expect(count.input_tokens).toBeGreaterThan(500)
  })
})

describe('a request of Responses asks for a shorter conversation by its last item, as Codex does', () => {
  const asked = (model: string) =>
    ({
      model,
      ...conversation,
      input: [...conversation.input, { type: 'compaction_trigger' }],
      store: false,
    }) as unknown as OpenAI.Responses.ResponseCreateParamsNonStreaming

  for (const model of [models.chat, models.messages, models.generate]) {
    it(`and gets one item that holds a summary: ${model}`, async () => {
      relay.upstream.next({ text: 'The parser has to be mended.', tokens: { input: 50, output: 9 } })
      const { output, usage, status } = await relay.openai.responses.create(asked(model))
      expect(output.map(({ type }) => type)).toEqual(['compaction'])
      expect([status, usage]).toMatchObject(['completed', { input_tokens: 50, output_tokens: 9 }])
      await relay.openai.responses.create({ model, input: output as OpenAI.Responses.ResponseInput })
      expect(lastRequest().body).toContain('The parser has to be mended.')
    })

    it(`and gets it in a stream: ${model}`, async () => {
      relay.upstream.next({ text: 'The parser has to be mended.' })
      const types: string[] = []
      let done: unknown
      for await (const event of await relay.openai.responses.create({ ...asked(model), stream: true })) {
        types.push(event.type)
        if (event.type === 'response.output_item.done') done = event.item
      }
      expect(types).toEqual([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.output_item.done',
        'response.completed',
      ])
      expect(done).toMatchObject({ type: 'compaction' })
    })
  }

  it('and a provider of Responses gets its bytes', async () => {
    relay.upstream.next({
      json: { ...native, object: 'response', status: 'completed', model: models.native },
    })
    await relay.openai.responses.create(asked(models.native))
    expect(JSON.parse(lastRequest().body).input.at(-1)).toEqual({ type: 'compaction_trigger' })
  })
})
