import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

type Json = Readonly<Record<string, unknown>>

const models = { openai: 'gpt-4o-mini', anthropic: 'claude-haiku-4-5', native: 'llama3.1:8b' }
const hi = [{ role: 'user', content: 'hi' }]
const tokens = { input: 1000, output: 500 }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${models.openai},text-embedding-3-small` })
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 4, other: 'native', models: `${models.native},nomic-embed-text` })
  const priced = [...Object.values(models), 'text-embedding-3-small', 'nomic-embed-text']
  const all = (ratio: number) => JSON.stringify(Object.fromEntries(priced.map((each) => [each, ratio])))
  await relay.setOption('ModelRatio', all(1))
  await relay.setOption('CompletionRatio', all(4))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const linesOf = (text: string): readonly Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json)

const costOf = async <T>(work: () => Promise<T>): Promise<readonly [bigint, T]> => {
  const before = await relay.balance()
  const result = await work()
  return [before - (await relay.balance()), result]
}

const sentBody = (): Json => relay.upstream.requests.at(-1)?.json as Json

describe('finding relay 17: Ollama’s clients', () => {
  it.each(Object.values(models))(
    'finding relay 17: chat on %s is one answer or lines of JSON, charged and logged the same',
    async (model) => {
      relay.upstream.always({ text: 'one two three', tokens })
      const [plainCost, plain] = await costOf(async () => {
        const answer = await relay.post('/api/chat', { model, messages: hi, stream: false })
        expect(answer.headers.get('content-type')).toContain('application/json')
        return (await answer.json()) as Json
      })
      const counts = { done: true, done_reason: 'stop', prompt_eval_count: 1000, eval_count: 500 }
      expect(plain).toMatchObject({
        model,
        message: { role: 'assistant', content: 'one two three' },
        ...counts,
      })
      const [streamCost, lines] = await costOf(async () => {
        const answer = await relay.post('/api/chat', { model, messages: hi })
        expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
        return linesOf(await answer.text())
      })
      expect(lines.map(({ message }) => (message as Json).content).join('')).toBe('one two three')
      expect(lines.at(-1)).toMatchObject({ model, ...counts })
      expect(lines.slice(0, -1).every(({ done }) => done === false)).toBe(true)
      expect([plainCost, streamCost]).toEqual([3_000_000n, 3_000_000n])
      expect((await relay.logs())[0]).toMatchObject({
        model_name: model,
        is_stream: true,
        completion_tokens: 500,
      })
    },
  )

  it('finding relay 17: generation is the same with a response', async () => {
    relay.upstream.always({ text: 'one two three', tokens })
    const body = { model: models.openai, prompt: 'hi', system: 'be brief' }
    const plain = (await (await relay.post('/api/generate', { ...body, stream: false })).json()) as Json
    expect(plain).toMatchObject({ response: 'one two three', done: true, eval_count: 500 })
    expect(sentBody().messages).toMatchObject([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
    ])
    const lines = linesOf(await (await relay.post('/api/generate', body)).text())
    expect(lines.map(({ response }) => response).join('')).toBe('one two three')
    expect(lines.at(-1)).toMatchObject({ response: '', done: true, eval_count: 500 })
  })

  it.each([true, false])('finding relay 17: a loop of tools goes round (stream: %s)', async (stream) => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
    relay.upstream.next({ text: '', toolCalls: [{ name: 'weather', arguments: '{"city":"Paris"}' }] })
    const first = await relay.post('/api/chat', { model: models.anthropic, messages: hi, tools, stream })
    const called = linesOf(await first.text()).find(
      ({ message }) => (message as Json).tool_calls !== undefined,
    )
    const message = called?.message as Json
    expect(message.tool_calls).toMatchObject([
      { function: { name: 'weather', arguments: { city: 'Paris' } } },
    ])
    // The older form has no ids, so a result states the name of its tool.
    const calls = (message.tool_calls as Json[]).map(({ function: callee }) => ({ function: callee }))
    const result = { role: 'tool', tool_name: 'weather', content: 'sunny' }
    const second = await relay.post('/api/chat', {
      model: models.anthropic,
      messages: [...hi, { ...message, tool_calls: calls }, result],
      tools,
      stream,
    })
    expect(second.status).toBe(200)
    const sent = sentBody().messages as { content: Json[] }[]
    const id = sent[1]?.content.find(({ type }) => type === 'tool_use')?.id
    expect(id).toEqual(expect.any(String))
    expect(sent[2]?.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: id })
  })

  it.each([models.openai, models.anthropic])(
    'calls that %s makes at once are numbered through the answer, in one document and in lines',
    async (model) => {
      const names = ['weather', 'time', 'news']
      const tools = names.map((name) => ({
        type: 'function',
        function: { name, parameters: { type: 'object' } },
      }))
      relay.upstream.always({ text: '', toolCalls: names.map((name) => ({ name, arguments: '{}' })) })
      for (const stream of [true, false]) {
        const answer = await relay.post('/api/chat', { model, messages: hi, tools, stream })
        const calls = linesOf(await answer.text()).flatMap(
          ({ message }) => ((message as Json).tool_calls ?? []) as Json[],
        )
        const numbered = calls.map(({ function: callee }) => [(callee as Json).index, (callee as Json).name])
        expect(numbered).toEqual([...names.entries()])
      }
    },
  )

  it('finding relay 17: the runner’s options reach a channel that speaks Ollama’s own API, and are translated for others', async () => {
    const options = { num_ctx: 8192, temperature: 0.5, num_predict: 77 }
    await (
      await relay.post('/api/chat', { model: models.native, messages: hi, options, keep_alive: '5m' })
    ).text()
    expect(relay.upstream.requests.at(-1)?.path).toBe('/api/chat')
    expect(sentBody()).toMatchObject({ options, keep_alive: '5m' })
    await (
      await relay.post('/api/chat', { model: models.openai, messages: hi, options, format: 'json' })
    ).text()
    expect(sentBody()).toMatchObject({ temperature: 0.5, response_format: { type: 'json_object' } })
    expect(sentBody().max_completion_tokens ?? sentBody().max_tokens).toBe(77)
  })

  it('finding relay 17: pictures are bare base64', async () => {
    const images = ['iVBORw0KGgo=']
    await relay.post('/api/chat', {
      model: models.openai,
      messages: [{ role: 'user', content: 'see', images }],
    })
    expect(sentBody().messages).toMatchObject([
      { content: [{ text: 'see' }, { image_url: { url: `data:image/png;base64,${images[0]}` } }] },
    ])
  })

  it.each(['text-embedding-3-small', 'nomic-embed-text'])(
    'finding relay 17: embeddings of %s in both versions',
    async (model) => {
      relay.upstream.always({ tokens: { input: 10, output: 0 } })
      const many = (await (await relay.post('/api/embed', { model, input: ['a', 'b'] })).json()) as Json
      expect([many.model, many.embeddings]).toEqual([model, [expect.any(Array), expect.any(Array)]])
      const one = (await (await relay.post('/api/embeddings', { model, prompt: 'a' })).json()) as Json
      expect((one.embedding as number[]).length).toBeGreaterThan(0)
      expect((await relay.logs()).slice(0, 2).map((row) => row.model_name)).toEqual([model, model])
    },
  )

  it('finding relay 17: the models that a key may use are Ollama’s tags', async () => {
    const ask = (key: string) =>
      fetch(`${relay.url}/api/tags`, { headers: { authorization: `Bearer ${key}` } })
    const { models: listed } = (await (await ask(relay.key)).json()) as { models: Json[] }
    expect(listed).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: models.native, model: models.native })]),
    )
    const refused = await ask(`sk-${'x'.repeat(48)}`)
    expect([refused.status, await refused.json()]).toEqual([401, { error: expect.any(String) }])
  })

  it('finding relay 17: errors are Ollama’s, before a stream and in it', async () => {
    const refused = await relay.post('/api/chat', { model: models.openai })
    expect([refused.status, await refused.json()]).toEqual([400, { error: expect.any(String) }])
    relay.upstream.next({ status: 400, error: { message: 'no', type: 'invalid_request_error' } })
    const failed = await relay.post('/api/chat', { model: models.openai, messages: hi })
    expect([failed.status, await failed.json()]).toEqual([400, { error: expect.any(String) }])
    relay.upstream.next({ text: 'one two three', cutAfterEvents: 3, cut: 'fin' })
    const cut = await relay.post('/api/chat', { model: models.openai, messages: hi })
    expect(linesOf(await cut.text()).at(-1)).toEqual({ error: expect.any(String) })
    const unknown = await relay.post('/api/pull', { model: 'x' })
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String) }])
  })

  it('a client learns what a model can do, by its present and its former name for the model', async () => {
    for (const asked of [{ model: models.anthropic }, { name: models.anthropic }]) {
      const answer = await postAs('application/x-www-form-urlencoded', '/api/show', asked)
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        {
          details: { family: 'anthropic' },
          model_info: { 'general.architecture': 'anthropic', 'anthropic.context_length': 200_000 },
          capabilities: ['completion', 'tools', 'vision'],
        },
      ])
    }
    const shown = async (model: string) => (await (await relay.post('/api/show', { model })).json()) as Json
    expect((await shown('text-embedding-3-small')).capabilities).toEqual(['embedding'])
    const unknown = await relay.post('/api/show', { model: 'nothing' })
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String) }])
    expect((await relay.post('/api/show', {})).status).toBe(400)
    expect((await postAs(undefined, '/api/show', { model: models.anthropic }, {})).status).toBe(401)
  })

  it('a client that asks for the version and for running models is answered', async () => {
    const ask = async (path: string) =>
      (await fetch(`${relay.url}${path}`, { headers: { authorization: `Bearer ${relay.key}` } })).json()
    expect(await ask('/api/version')).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(await ask('/api/ps')).toEqual({ models: [] })
  })

  it.each([
    ['a form, as `curl -d` says', 'application/x-www-form-urlencoded'],
    ['text, as browsers say of a string', 'text/plain;charset=UTF-8'],
    ['nothing', undefined],
  ])('Ollama’s own addresses take JSON whose type says %s', async (_said, type) => {
    const embedding = 'text-embedding-3-small'
    const asked: Readonly<Record<string, Json>> = {
      '/api/chat': { model: models.openai, messages: hi, stream: false },
      '/api/generate': { model: models.openai, prompt: 'hi', stream: false },
      '/api/embed': { model: embedding, input: 'a' },
      '/api/embeddings': { model: embedding, prompt: 'a' },
    }
    for (const [path, body] of Object.entries(asked)) {
      const answer = await postAs(type, path, body)
      expect([path, answer.status]).toEqual([path, 200])
    }
    const before = relay.upstream.requests.length
    const { status } = await postAs(type, '/v1/chat/completions', { model: models.openai, messages: hi })
    expect([status, relay.upstream.requests.length]).toEqual(
      type === undefined ? [200, before + 1] : [415, before],
    )
  })

  it('a page elsewhere that sends a form to Ollama’s addresses has no key, so it gets nothing', async () => {
    for (const path of ['/api/chat', `/api/chat?key=${relay.key}`]) {
      const answer = await postAs(
        'text/plain',
        path,
        { model: models.openai, messages: hi },
        relay.root.headers,
      )
      expect(answer.status).toBe(401)
    }
    expect(relay.upstream.requests).toEqual([])
  })
})

/** Sends the body as bytes, so that only `type` states its content type. */
const postAs = (
  type: string | undefined,
  path: string,
  body: Json,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${relay.key}` },
): Promise<Response> =>
  fetch(`${relay.url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    body: Buffer.from(JSON.stringify(body)),
  })
