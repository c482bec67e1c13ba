import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

type Json = Readonly<Record<string, unknown>>

const models = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5', cohere: 'command-a-03-2025' }
const hi = [{ role: 'user', content: 'hi' }]
const tokens = { input: 1000, output: 500 }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${models.openai},text-embedding-3-small` })
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 34, models: `${models.cohere},embed-v4.0,rerank-v3.5` })
  await relay.addChannel({ type: 38, models: 'jina-reranker-v3' })
  const others = ['text-embedding-3-small', 'embed-v4.0', 'rerank-v3.5', 'jina-reranker-v3']
  const all = (ratio: number) =>
    JSON.stringify(Object.fromEntries([...Object.values(models), ...others].map((each) => [each, ratio])))
  await relay.setOption('ModelRatio', all(1))
  await relay.setOption('CompletionRatio', all(4))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const costOf = async <T>(work: () => Promise<T>): Promise<readonly [bigint, T]> => {
  const before = await relay.balance()
  const result = await work()
  return [before - (await relay.balance()), result]
}

interface StreamedEvent extends Json {
  readonly type: string
  readonly delta?: {
    readonly message?: { readonly content?: Json; readonly tool_calls?: Json }
    readonly [name: string]: unknown
  }
}

const eventsOf = (text: string): readonly StreamedEvent[] =>
  text.split('\n\n').flatMap((event) => {
    const data = event.split('\n').find((line) => line.startsWith('data: {'))
    return data === undefined ? [] : [JSON.parse(data.slice(6)) as StreamedEvent]
  })

const sentBody = (): Json => relay.upstream.requests.at(-1)?.json as Json
const usage = { billed_units: { input_tokens: 1000, output_tokens: 500 } }

describe('finding relay 17: Cohere’s clients', () => {
  it.each(Object.values(models))(
    'finding relay 17: chat on %s, whole and streamed, charged and logged the same',
    async (model) => {
      relay.upstream.always({ text: 'one two three', tokens })
      const [plainCost, plain] = await costOf(async () => {
        const answer = await relay.post('/v2/chat', { model, messages: hi })
        return (await answer.json()) as Json
      })
      expect(plain).toMatchObject({
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: 'one two three' }] },
        usage,
      })
      const [streamCost, events] = await costOf(async () => {
        const answer = await relay.post('/v2/chat', { model, messages: hi, stream: true })
        return eventsOf(await answer.text())
      })
      expect(events[0]?.type).toBe('message-start')
      const said = events.map(({ type, delta }) =>
        type === 'content-delta' ? delta?.message?.content?.text : '',
      )
      expect(said.join('')).toBe('one two three')
      expect(events.at(-1)).toMatchObject({
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage },
      })
      expect([plainCost, streamCost]).toEqual([3_000_000n, 3_000_000n])
      expect((await relay.logs())[0]).toMatchObject({ model_name: model, is_stream: true })
    },
  )

  it.each([true, false])('finding relay 17: a loop of tools goes round (stream: %s)', async (stream) => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    relay.upstream.next({ text: '', toolCalls: [{ name: 'weather', arguments: '{"city":"Paris"}' }] })
    const body = { model: models.anthropic, tools, stream }
    const first = await relay.post('/v2/chat', { ...body, messages: hi, tool_choice: 'REQUIRED' })
    const text = await first.text()
    let call: { id?: unknown; function?: unknown }
    if (stream) {
      const events = eventsOf(text)
      const started = events.find(({ type }) => type === 'tool-call-start')?.delta?.message
        ?.tool_calls as Json
      const callees = events.flatMap(({ type, delta }) =>
        type === 'tool-call-delta' ? (delta?.message?.tool_calls?.function ?? []) : [],
      )
      const pieces = callees.map((callee) => (callee as Json).arguments)
      expect(JSON.parse(pieces.join(''))).toEqual({ city: 'Paris' })
      expect(events.at(-1)?.delta).toMatchObject({ finish_reason: 'TOOL_CALL' })
      call = { ...started, function: { ...(started.function as Json), arguments: pieces.join('') } }
    } else {
      const { message, finish_reason } = JSON.parse(text) as {
        message: { tool_calls: Json[] }
        finish_reason: string
      }
      expect(finish_reason).toBe('TOOL_CALL')
      call = message.tool_calls[0] ?? {}
    }
    expect(call).toMatchObject({ id: expect.any(String), function: { name: 'weather' } })
    expect(sentBody().tool_choice).toMatchObject({ type: 'any' })
    const content = [{ type: 'document', document: { data: '{"sky":"sunny"}' } }]
    const second = await relay.post('/v2/chat', {
      ...body,
      messages: [
        ...hi,
        { role: 'assistant', tool_plan: 'I will look.', tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content },
      ],
    })
    expect(second.status).toBe(200)
    const sent = sentBody().messages as { content: Json[] }[]
    expect(sent.at(-1)?.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: call.id })
    expect(JSON.stringify(sent.at(-1))).toContain('sunny')
  })

  it('finding relay 17: members have other names here', async () => {
    const members = { p: 0.5, k: 7, stop_sequences: ['END'], max_tokens: 77, temperature: 0.5 }
    const format = { type: 'json_object', json_schema: { type: 'object', properties: {} } }
    await relay.post('/v2/chat', { model: models.openai, messages: hi, ...members, response_format: format })
    expect(sentBody()).toMatchObject({ top_p: 0.5, stop: ['END'], response_format: { type: 'json_schema' } })
    const told = await relay.post('/v2/chat', {
      model: models.openai,
      messages: hi,
      documents: ['It rains.'],
    })
    expect(told.headers.get('tollgate-translation')).toContain('documents')
    expect(JSON.stringify(sentBody().messages)).toContain('It rains.')
    // A Cohere channel receives what its client sent.
    await relay.post('/v2/chat', { model: models.cohere, messages: hi, ...members, documents: ['It rains.'] })
    expect(sentBody()).toMatchObject({ ...members, documents: ['It rains.'] })
  })

  it.each(['text-embedding-3-small', 'embed-v4.0'])('finding relay 17: vectors of %s', async (model) => {
    relay.upstream.always({ tokens: { input: 10, output: 0 } })
    const body = { model, texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'] }
    const answer = (await (await relay.post('/v2/embed', body)).json()) as {
      embeddings: { float: number[][] }
    }
    expect(answer.embeddings.float).toEqual([expect.any(Array), expect.any(Array)])
    expect((await relay.logs())[0]).toMatchObject({ model_name: model, prompt_tokens: 10 })
  })

  it.each(['jina-reranker-v3', 'rerank-v3.5'])('finding relay 17: rankings of %s', async (model) => {
    const answer = await relay.post('/v2/rerank', { model, query: 'q', documents: ['a', 'b'], top_n: 2 })
    const document = (await answer.json()) as { results: Json[]; meta: Json }
    expect(document.results).toHaveLength(2)
    expect(document.results[0]).toEqual({ index: expect.any(Number), relevance_score: expect.any(Number) })
    expect(document.meta).toMatchObject({ billed_units: expect.anything() })
    expect((await relay.logs())[0]?.model_name).toBe(model)
  })

  it('finding relay 17: errors are Cohere’s, before a stream and in it', async () => {
    const said = { message: expect.any(String) }
    for (const path of ['/v2/chat', '/v2/embed', '/v2/rerank']) {
      const refused = await relay.post(path, { model: models.openai })
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 400, said])
    }
    const unknown = await relay.post('/v2/nothing', {})
    expect([unknown.status, await unknown.json()]).toMatchObject([404, said])
    relay.upstream.next({ text: 'one two three', cutAfterEvents: 3, cut: 'fin' })
    const cut = await relay.post('/v2/chat', { model: models.openai, messages: hi, stream: true })
    expect(eventsOf(await cut.text()).at(-1)).toMatchObject({
      type: 'message-end',
      delta: { finish_reason: 'ERROR' },
    })
  })
})
