import { GoogleGenAI } from '@google/genai'
import { AzureOpenAI } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const model = 'gpt-4o-mini'
const messages = [{ role: 'user' as const, content: 'hi' }]

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${model},dear-model,text-embedding-3-small,whisper-1` })
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  await relay.addChannel({ type: 24, models: 'gemini-embedding-001' })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify({
      'claude-sonnet-4-5': 1,
      'gemini-embedding-001': 1,
      [model]: 1,
      'dear-model': 100,
      'text-embedding-3-small': 1,
      'whisper-1': 1,
    }),
  )
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${relay.url}${path}`, { headers: { authorization: `Bearer ${relay.key}`, ...headers } })

describe('finding relay 17: doors of other vendors', () => {
  it.each([
    '/v1beta/openai/chat/completions',
    '/openai/v1/chat/completions',
    '/api/v1/chat/completions',
    `/openai/deployments/${model}/chat/completions?api-version=2024-10-21`,
  ])('finding relay 17: %s is served, charged and logged like /v1/chat/completions', async (path) => {
    relay.upstream.next({ text: 'one two', tokens: { input: 1000, output: 500 } })
    const before = await relay.balance()
    const answer = await relay.post(path, { model, messages })
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { choices: [{ message: { content: 'one two' } }] },
    ])
    expect(before - (await relay.balance())).toBeGreaterThan(0n)
    expect((await relay.logs())[0]).toMatchObject({ model_name: model, prompt_tokens: 1000 })
    expect(relay.upstream.requests.at(-1)?.path).toBe('/v1/chat/completions')
  })

  it('finding relay 17: /anthropic/v1 serves Anthropic’s clients, and lists models in their shape whatever the key’s header', async () => {
    relay.upstream.next({ text: 'one two' })
    const answer = await relay.post('/anthropic/v1/messages', { model, messages, max_tokens: 10 })
    expect(await answer.json()).toMatchObject({ type: 'message', content: [{ text: 'one two' }] })
    expect(await (await get('/anthropic/v1/models')).json()).toMatchObject({
      has_more: false,
      data: expect.arrayContaining([expect.objectContaining({ type: 'model', id: model })]),
    })
    expect(await (await get(`/anthropic/v1/models/${model}`)).json()).toMatchObject({ type: 'model' })
  })

  it('Google’s clients that are set to Vertex AI get answers, streams and counts of every model', async () => {
    const client = new GoogleGenAI({
      vertexai: true,
      apiKey: relay.key,
      httpOptions: { baseUrl: relay.url },
    })
    relay.upstream.always({ text: 'one two', tokens: { input: 1000, output: 500 } })
    for (const each of [model, 'claude-sonnet-4-5']) {
      const asked = { model: each, contents: 'hi' }
      const { text, usageMetadata } = await client.models.generateContent(asked)
      expect([text, usageMetadata?.promptTokenCount]).toEqual(['one two', 1000])
      expect((await relay.logs())[0]).toMatchObject({ model_name: each, prompt_tokens: 1000 })
      let streamed = ''
      for await (const chunk of await client.models.generateContentStream(asked)) streamed += chunk.text ?? ''
      expect(streamed).toBe('one two')
      expect((await client.models.countTokens(asked)).totalTokens).toBeGreaterThan(0)
    }
    // With a project and location in the path, as these clients write it for other keys.
    const call = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
    for (const version of ['v1', 'v1beta1']) {
      const models = `/${version}/projects/a-project/locations/us-central1/publishers/google/models`
      expect(await (await relay.post(`${models}/${model}:generateContent`, call)).json()).toMatchObject({
        candidates: [{ content: { parts: [{ text: 'one two' }] } }],
      })
      const { models: list } = (await (await get(models)).json()) as { models: { name: string }[] }
      expect(list.map(({ name }) => name)).toContain(`models/${model}`)
    }
  })

  it('Google’s clients that are set to Vertex AI get embeddings of every model', async () => {
    const client = new GoogleGenAI({
      vertexai: true,
      apiKey: relay.key,
      httpOptions: { baseUrl: relay.url },
    })
    relay.upstream.always({ tokens: { input: 30 } })
    const { embeddings, metadata } = await client.models.embedContent({
      model: 'text-embedding-3-small',
      contents: ['one', 'two three'],
      config: { outputDimensionality: 256 },
    })
    expect(embeddings).toHaveLength(2)
    expect(embeddings?.[0]?.values?.length).toBeGreaterThan(0)
    expect(embeddings?.map(({ statistics }) => statistics?.tokenCount)).toEqual([8, 22])
    expect(metadata?.billableCharacterCount).toBe(11)
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({
      input: ['one', 'two three'],
      dimensions: 256,
    })
    expect((await relay.logs())[0]).toMatchObject({
      model_name: 'text-embedding-3-small',
      prompt_tokens: 30,
    })
    const { embeddings: own } = await client.models.embedContent({
      model: 'gemini-embedding-001',
      contents: ['one'],
    })
    expect(own?.[0]?.values?.length).toBeGreaterThan(0)
    expect(relay.upstream.requests.at(-1)?.complaint).toBeUndefined()
    const models = '/v1/projects/a-project/locations/us-central1/publishers/google/models'
    const picture = await relay.post(`${models}/text-embedding-3-small:predict`, {
      instances: [{ prompt: 'a cat' }],
    })
    expect([picture.status, await picture.json()]).toMatchObject([
      400,
      { error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining('instances[0].content') } },
    ])
  })

  it('finding relay 17: doors of OpenAI’s clients list models in OpenAI’s shape, whatever the key’s header', async () => {
    for (const door of ['/v1beta/openai/models', '/openai/v1/models', '/api/v1/models', '/openai/models']) {
      const answer = await fetch(relay.url + door, { headers: { 'x-goog-api-key': relay.key } })
      expect([door, await answer.json()]).toMatchObject([door, { object: 'list' }])
    }
  })

  it('finding relay 17: OpenRouter’s clients get every member of a model that they insist on, known or not', async () => {
    const list = (await (await get('/api/v1/models')).json()) as { data: Record<string, unknown>[] }
    expect(list).toMatchObject({ links: { next: null }, total_count: list.data.length })
    const of = (id: string) => list.data.find((each) => each.id === id)
    expect(of(model)).toMatchObject({
      canonical_slug: model,
      context_length: 128_000,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      supported_parameters: expect.arrayContaining(['tools', 'temperature']),
      links: { details: `/api/v1/models/${model}` },
    })
    expect(of(model)?.supported_parameters).not.toContain('reasoning_effort')
    expect(of('dear-model')).toMatchObject({
      canonical_slug: 'dear-model',
      context_length: null,
      architecture: { modality: null, input_modalities: [], output_modalities: [] },
      supported_parameters: [],
      default_parameters: null,
      per_request_limits: null,
      supported_voices: null,
    })
    expect(await (await get(`/api/v1/models/${model}`)).json()).toMatchObject({ canonical_slug: model })
  })

  it.each([model, 'claude-sonnet-4-5'])(
    'finding relay 17: OpenRouter’s clients get usage in every stream of %s, and no null that they do not know',
    async (name) => {
      relay.upstream.always({ text: 'one two', tokens: { input: 1000, output: 500 } })
      const asked = { model: name, messages }
      const plain = await (await relay.post('/api/v1/chat/completions', asked)).json()
      expect(plain).toHaveProperty('system_fingerprint')
      const answer = await relay.post('/api/v1/chat/completions', { ...asked, stream: true })
      const text = await answer.text()
      expect(text).toContain('[DONE]')
      const chunks = text.split('\n\n').filter((each) => each.startsWith('data: {'))
      const documents = chunks.map((each) => JSON.parse(each.slice(6)) as Record<string, unknown>)
      for (const each of documents)
        expect([each.usage ?? {}, each.system_fingerprint ?? '']).toEqual([
          'usage' in each ? expect.objectContaining({ prompt_tokens: 1000 }) : {},
          'system_fingerprint' in each ? expect.any(String) : '',
        ])
      expect(documents.filter((each) => 'usage' in each)).toHaveLength(1)
    },
  )

  it('finding relay 17: Azure’s own client is served by the deployment’s name, with its header for the key', async () => {
    relay.upstream.next({ text: 'one two' })
    const azure = new AzureOpenAI({
      endpoint: relay.url,
      apiKey: relay.key,
      apiVersion: '2024-10-21',
      deployment: model,
      maxRetries: 0,
    })
    const answer = await azure.chat.completions.create({ model: '', messages })
    expect(answer.choices[0]?.message.content).toBe('one two')
    const stored = await azure.responses.create({ model, input: 'hi' })
    expect(stored.object).toBe('response')
    expect(
      (await azure.embeddings.create({ model: 'text-embedding-3-small', input: 'hi' })).data,
    ).toHaveLength(1)
  })

  it.each([['/v1/engines'], ['/openai/deployments']])(
    'finding relay 17: the model that %s names is the one that is asked and paid, whatever the body says',
    async (door) => {
      const answer = await relay.post(`${door}/${model}/chat/completions`, { model: 'dear-model', messages })
      expect(answer.status).toBe(200)
      expect(relay.upstream.requests.at(-1)?.model).toBe(model)
      expect((await relay.logs())[0]?.model_name).toBe(model)
    },
  )

  it('an idempotency key is for the model that the address names: another one is another request', async () => {
    const once = (name: string) =>
      relay.post(`/openai/deployments/${name}/chat/completions`, { messages }, { 'idempotency-key': 'k-1' })
    expect((await once(model)).status).toBe(200)
    expect((await once('dear-model')).status).toBe(422)
    expect([(await once(model)).status, relay.upstream.hits]).toEqual([200, 1])
  })

  it('finding relay 17: the same holds for a form with files', async () => {
    for (const said of ['dear-model', undefined]) {
      const form = new FormData()
      if (said) form.set('model', said)
      form.set('file', new Blob(['sound'], { type: 'audio/wav' }), 'a.wav')
      const answer = await fetch(`${relay.url}/openai/deployments/whisper-1/audio/transcriptions`, {
        method: 'POST',
        headers: { 'api-key': relay.key },
        body: form,
      })
      expect([said, answer.status]).toEqual([said, 200])
      const sent = relay.upstream.requests.at(-1)?.body.toString('latin1') ?? ''
      expect([said, sent.includes('whisper-1'), sent.includes('dear-model')]).toEqual([said, true, false])
    }
  })

  it.each([
    ['/v1beta/openai/nothing', { error: { type: 'invalid_request_error' } }],
    ['/openai/v1/nothing', { error: { type: 'invalid_request_error' } }],
    ['/openai/nothing', { error: { type: 'invalid_request_error' } }],
    ['/openai/deployments/x/nothing', { error: { type: 'invalid_request_error' } }],
    ['/api/v1/nothing', { error: { type: 'invalid_request_error' } }],
    ['/anthropic/v1/nothing', { type: 'error', error: { type: 'not_found_error' } }],
    ['/anthropic/nothing', { type: 'error', error: { type: 'not_found_error' } }],
    ['/mistral/v1/nothing', { error: { type: 'invalid_request_error' } }],
    ['/v1beta1/publishers/google/models/x:predictLongRunning', { error: { code: 404, status: 'NOT_FOUND' } }],
  ])('finding relay 17: %s is 404 in the shape of its clients', async (path, shape) => {
    const answers = [await relay.post(path, {}), await get(path)]
    for (const answer of answers) expect([answer.status, await answer.json()]).toMatchObject([404, shape])
    expect(await (await relay.post(path, {})).text()).toContain(path)
  })

  it('finding relay 17: what is not served here is 404, which SDKs do not try again', async () => {
    for (const path of ['/v1/fine-tunes', '/openai/v1/fine-tunes', '/v1/edits']) {
      const answer = await relay.post(path, {})
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        404,
        { error: { type: 'invalid_request_error', code: 'api_not_implemented' } },
      ])
    }
  })

  it('finding relay 17: the management API keeps its own addresses and its own errors', async () => {
    const answer = await get('/api/nothing')
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { success: false, code: 'route_not_found' },
    ])
    expect((await (await get('/api/status')).json()) as object).toMatchObject({ success: true })
  })
})
