import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import {
  type ClientProtocol,
  chat,
  clientProtocols,
  generate,
  messages,
  responses,
} from './client-protocols.ts'

/** The model of a vendor that speaks each protocol, and its channel type. */
const models = { chat: 'gpt-4o', messages: 'claude-sonnet-4-5-20250929', generate: 'gemini-2.5-flash' }
const types = { chat: 1, messages: 14, generate: 24 }
type Vendor = keyof typeof models
const vendors = Object.keys(models) as Vendor[]

/** Models of channels that are only asked for complete answers. */
const plainOnly: Readonly<Record<Vendor, string>> = {
  chat: 'plain-gpt',
  messages: 'plain-claude',
  generate: 'gemini-plain',
}

let relay: TestRelay
let channels: Record<Vendor, number>

beforeAll(async () => {
  relay = await startTestRelay()
  const priced = [...Object.values(models), ...Object.values(plainOnly), 'dify', 'qwq-32b']
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(priced.map((each) => [each, 1]))))
  await relay.setOption(
    'CompletionRatio',
    JSON.stringify(Object.fromEntries(priced.map((each) => [each, 4]))),
  )
  const made: Partial<Record<Vendor, number>> = {}
  for (const vendor of vendors) {
    made[vendor] = await relay.addChannel({ type: types[vendor], models: models[vendor] })
    await relay.addChannel({
      type: types[vendor],
      models: plainOnly[vendor],
      setting: '{"stream_support":"NON_STREAM_ONLY"}',
    })
  }
  channels = made as Record<Vendor, number>
  await relay.addChannel({ type: 37, models: 'dify' })
  await relay.addChannel({ type: 17, models: 'qwq-32b' })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  // Lets earlier failures expire.
  relay.api.clock.advance(10 * 60_000)
})

const call = (client: ClientProtocol, model: string, isStream: boolean, more = {}) =>
  relay.post(client.path(model, isStream), client.body(model, isStream, more))

const costOf = async (work: () => Promise<unknown>): Promise<bigint> => {
  const before = await relay.balance()
  await work()
  return before - (await relay.balance())
}

const pairs = clientProtocols.flatMap((client) =>
  vendors.map((vendor) => [client.name, vendor, client] as const),
)
const tokens = { input: 1000, output: 500 }
/** 1000 + 500 x 4 */
const price = 3_000_000n

describe('every client protocol on every vendor’s', () => {
  it.each(pairs)(
    '%s on %s: one answer and a stream say the same and cost the same',
    async (_name, vendor, client) => {
      relay.upstream.always({ text: 'one two three', tokens })
      const plain = async () => {
        const document = (await (await call(client, models[vendor], false)).json()) as Record<string, unknown>
        expect(client.textOf(document)).toBe('one two three')
        expect(client.usageOf(document)).toEqual([1000, 500])
      }
      expect(await costOf(plain)).toBe(price)
      const streamed = async () => {
        const response = await call(client, models[vendor], true)
        expect(response.headers.get('content-type')).toContain('text/event-stream')
        const read = client.readStream(await response.text())
        expect(read).toEqual({ text: 'one two three', isFinished: true, error: undefined })
      }
      expect(await costOf(streamed)).toBe(price)
      expect(relay.upstream.requests.map(({ complaint }) => complaint)).toEqual([undefined, undefined])
    },
  )

  it.each(pairs)(
    '%s on %s: a channel without streams still gives a stream',
    async (_name, vendor, client) => {
      relay.upstream.always({ text: 'one two three', tokens })
      const streamed = async () => {
        const response = await call(client, plainOnly[vendor], true)
        expect(response.headers.get('content-type')).toContain('text/event-stream')
        const read = client.readStream(await response.text())
        expect(read).toEqual({ text: 'one two three', isFinished: true, error: undefined })
      }
      expect(await costOf(streamed)).toBe(price)
      const sent = relay.upstream.requests[0]
      expect([sent?.path.includes('stream'), JSON.stringify(sent?.json).includes('"stream":true')]).toEqual([
        false,
        false,
      ])
    },
  )

  it.each(clientProtocols.map((client) => [client.name, client] as const))(
    '%s: a vendor that only streams is gathered into one answer',
    async (_name, client) => {
      for (const model of ['dify', 'qwq-32b']) {
        relay.upstream.next({ text: 'one two three', tokens })
        const plain = async () => {
          const response = await call(client, model, false)
          expect(response.headers.get('content-type')).toContain('application/json')
          const document = (await response.json()) as Record<string, unknown>
          expect(client.textOf(document)).toBe('one two three')
          expect(client.usageOf(document)).toEqual([1000, 500])
        }
        expect(await costOf(plain)).toBe(price)
      }
      expect(relay.upstream.requests.map(({ json }) => json)).toMatchObject([
        { response_mode: 'streaming' },
        { stream: true, stream_options: { include_usage: true } },
      ])
    },
  )
})

describe('what goes wrong is said in the client’s own way', () => {
  /**
   * Returns the status that the client sees. The vendor's account is the gateway's problem, and so are the key's
   * permissions if the vendor's status is about the key.
   */
  const seen = (status: number, vendor: Vendor) =>
    status === 401 || (status === 403 && vendor !== 'chat') ? 502 : status

  it.each(pairs)(
    '%s on %s: a refusal has its status and shape, and costs nothing',
    async (_name, vendor, client) => {
      for (const status of [400, 401, 403, 404, 429, 503]) {
        relay.upstream.next({ status, error: { message: 'said by the vendor' } })
        relay.api.clock.advance(10 * 60_000)
        const cost = await costOf(async () => {
          const response = await relay.post(
            client.path(models[vendor], false),
            client.body(models[vendor], false),
            { authorization: `Bearer ${relay.key}-${channels[vendor]}` },
          )
          const expected = seen(status, vendor)
          expect([status, response.status]).toEqual([status, expected])
          const document = (await response.json()) as Record<string, unknown>
          expect(document).toMatchObject(client.errorShape(expected, vendor))
          expect(document).not.toHaveProperty('success')
          if (expected === status && status !== 429)
            expect(JSON.stringify(document)).toContain('said by the vendor')
        })
        expect(cost).toBe(0n)
      }
    },
  )

  it.each(pairs)('%s on %s: a refusal of a stream is no stream', async (_name, vendor, client) => {
    relay.upstream.next({ status: 400, error: { message: 'said by the vendor' } })
    const response = await call(client, models[vendor], true)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json'])
    expect(await response.json()).toMatchObject(client.errorShape(400))
  })

  it.each(pairs)(
    '%s on %s: a stream that breaks upstream ends with an error and no end, and costs what came',
    async (_name, vendor, client) => {
      for (const broken of [
        { cutAfterEvents: 8, cut: 'reset' },
        { cutAfterEvents: 8, cut: 'fin' },
        { errorAfterEvents: 8 },
      ] as const) {
        relay.upstream.next({ text: 'one two three four five six seven eight nine ten', tokens, ...broken })
        relay.api.clock.advance(10 * 60_000)
        const cost = await costOf(async () => {
          const { text, isFinished, error } = client.readStream(
            await (await call(client, models[vendor], true)).text(),
          )
          expect(text).toMatch(/^one two/)
          expect(text).not.toContain('ten')
          expect([isFinished, typeof error?.message]).toEqual([false, 'string'])
        })
        expect(cost).toBeGreaterThan(0n)
        expect(cost).toBeLessThan(price)
        const [row] = await relay.logs()
        expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
          usage_flags: expect.arrayContaining(['interrupted']),
        })
      }
    },
  )
})

describe('Google’s streams without `alt=sse`', () => {
  const stream = (model: string) =>
    relay.post(`/v1beta/models/${model}:streamGenerateContent`, generate.body(model, true))

  it.each(vendors)('from a vendor of %s are one JSON array', async (vendor) => {
    relay.upstream.next({ text: 'one two three', tokens })
    const response = await stream(models[vendor])
    expect(response.headers.get('content-type')).toContain('application/json')
    const chunks = (await response.json()) as Record<string, unknown>[]
    expect(chunks.map((each) => generate.textOf(each)).join('')).toBe('one two three')
    expect(chunks.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  it('that break end with an error inside an array that is closed', async () => {
    relay.upstream.next({ text: 'one two three four', cutAfterEvents: 3, cut: 'reset' })
    const chunks = (await (await stream(models.generate)).json()) as Record<string, unknown>[]
    expect(chunks[0]).toHaveProperty('candidates')
    expect(chunks.at(-1)).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
  })

  it('that are refused are an array of the error, as at Google', async () => {
    relay.upstream.next({ status: 400, error: { message: 'said by the vendor' } })
    const response = await stream(models.generate)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject([generate.errorShape(400)])
  })
})

describe('keys', () => {
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(relay.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(
        path.includes('generateContent') ? generate.body('', false) : messages.body(models.messages, false),
      ),
    })
    return { status: response.status, document: await response.json() }
  }
  const ofGoogle = `/v1beta/models/${models.generate}:generateContent`

  it('are taken from wherever a protocol puts them', async () => {
    const { key } = relay
    const bare = key.slice('sk-'.length)
    for (const [path, headers] of [
      ['/v1/messages', { 'x-api-key': key }],
      ['/v1/messages', { authorization: `Bearer ${key}` }],
      ['/v1/messages', { authorization: bare }],
      [ofGoogle, { 'x-goog-api-key': key }],
      [ofGoogle, { authorization: `Bearer ${key}` }],
      [`${ofGoogle}?key=${key}`, {}],
      [`${ofGoogle}?key=${bare}`, {}],
    ] as const)
      expect([path, headers, (await ask(path, headers)).status]).toEqual([path, headers, 200])
  })

  it('never go on to the vendor', async () => {
    await ask(`${ofGoogle}?key=${relay.key}`, {})
    await ask('/v1/messages', { 'x-api-key': relay.key })
    for (const { headers, query } of relay.upstream.requests)
      expect(JSON.stringify([headers, [...query]])).not.toContain(relay.key.slice(3))
  })

  it('that are wrong or missing are refused in the protocol’s own shape', async () => {
    const wrong = `sk-${'x'.repeat(48)}`
    for (const headers of [{}, { 'x-api-key': wrong }]) {
      const { status, document } = await ask('/v1/messages', headers)
      expect([status, document]).toMatchObject([
        401,
        { type: 'error', error: { type: 'authentication_error' }, request_id: expect.any(String) },
      ])
    }
    for (const path of [ofGoogle, `${ofGoogle}?key=${wrong}`]) {
      const { status, document } = await ask(path, {})
      expect([status, document]).toMatchObject([401, { error: { code: 401, status: 'UNAUTHENTICATED' } }])
    }
    expect(relay.upstream.hits).toBe(0)
  })
})

describe('lists of models', () => {
  const get = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await fetch(relay.url + path, { headers })
    return { status: response.status, document: (await response.json()) as Record<string, unknown> }
  }
  const forAnthropic = () => ({ 'x-api-key': relay.key, 'anthropic-version': '2023-06-01' })

  it('have OpenAI’s, Anthropic’s and Google’s shape', async () => {
    const openai = await get('/v1/models', { authorization: `Bearer ${relay.key}` })
    expect(openai.document).toMatchObject({
      object: 'list',
      data: expect.arrayContaining([expect.objectContaining({ id: models.messages, object: 'model' })]),
    })
    const anthropic = await get('/v1/models', forAnthropic())
    expect(anthropic.document).toMatchObject({
      has_more: false,
      data: expect.arrayContaining([
        expect.objectContaining({ type: 'model', id: models.chat, display_name: expect.any(String) }),
      ]),
    })
    for (const [path, headers] of [
      ['/v1beta/models', { 'x-goog-api-key': relay.key }],
      [`/v1beta/models?key=${relay.key}`, {}],
    ] as const) {
      const { document } = await get(path, headers)
      expect(document.models).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            name: `models/${models.chat}`,
            supportedGenerationMethods: expect.arrayContaining(['generateContent']),
          }),
        ]),
      )
    }
  })

  it('finding relay 15: tell limits, modalities and prices of each model, and nothing that is not known', async () => {
    await relay.addChannel({ models: 'mine,nobodys-model', model_mapping: '{"mine":"gpt-4.1"}' })
    const prices = Object.fromEntries(
      [...Object.values(models), 'mine', 'nobodys-model'].map((name) => [name, 1]),
    )
    await relay.setOption('ModelRatio', JSON.stringify(prices))
    const openai = await get('/v1/models/mine', { authorization: `Bearer ${relay.key}` })
    // The vendor's model is gpt-4.1.
    expect(openai.document).toMatchObject({
      context_length: 1_047_576,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      top_provider: { context_length: 1_047_576, max_completion_tokens: 32_768 },
      pricing: { prompt: '0.000002', completion: '0.000002', request: '0' },
    })
    const anthropic = await get('/v1/models/mine', forAnthropic())
    expect(anthropic.document).toMatchObject({ max_input_tokens: 1_047_576, max_tokens: 32_768 })
    const google = await get('/v1beta/models/mine', { 'x-goog-api-key': relay.key })
    expect(google.document).toMatchObject({ inputTokenLimit: 1_047_576, outputTokenLimit: 32_768 })
    const unknown = await get('/v1beta/models/nobodys-model', { 'x-goog-api-key': relay.key })
    expect(unknown.document).not.toHaveProperty('inputTokenLimit')
  })

  it("in Anthropic's shape have every member that its own clients require, null where nothing is known", async () => {
    await relay.addChannel({ models: 'nobodys-model' })
    const priced = [...Object.values(models), 'nobodys-model']
    await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(priced.map((name) => [name, 1]))))
    // Required by anthropic-java 3.14.0, which is the strictest of Anthropic's clients.
    const unknown = {
      type: 'model',
      id: 'nobodys-model',
      display_name: 'nobodys-model',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lifecycle: 'active',
      deprecated_at: null,
      retires_at: null,
      line: null,
      capabilities: null,
      max_input_tokens: null,
      max_tokens: null,
    }
    expect((await get('/v1/models/nobodys-model', forAnthropic())).document).toEqual(unknown)
    expect((await get('/v1/models', forAnthropic())).document.data).toContainEqual(unknown)
  })

  it('know single models, and an unknown one is 404 in the same shape', async () => {
    expect((await get(`/v1/models/${models.chat}`, forAnthropic())).document).toMatchObject({
      type: 'model',
      id: models.chat,
    })
    const google = { 'x-goog-api-key': relay.key }
    expect(await get('/v1/models/nothing', google)).toMatchObject({
      status: 404,
      document: { error: { status: 'NOT_FOUND' } },
    })
    expect(
      await get('/v1beta/openai/models/nothing', { authorization: `Bearer ${relay.key}` }),
    ).toMatchObject({ status: 404, document: { error: { code: 'model_not_found' } } })
    expect((await get(`/v1beta/models/${models.chat}`, google)).document).toMatchObject({
      name: `models/${models.chat}`,
    })
    expect(await get('/v1beta/models/nothing', google)).toMatchObject({
      status: 404,
      document: { error: { code: 404, status: 'NOT_FOUND' } },
    })
    expect(await get('/v1/models/nothing', forAnthropic())).toMatchObject({
      status: 404,
      document: { type: 'error', error: { type: 'not_found_error' } },
    })
  })
})

it('counting tokens costs nothing, leaves no row and asks nobody', async () => {
  const rows = (await relay.logs()).length
  const count = async (path: string, body: object) => {
    const response = await relay.post(path, body)
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Record<string, unknown>
  }
  const text = 'a few words that are counted'
  const said = [{ role: 'user', content: text }]
  const contents = [{ role: 'user', parts: [{ text }] }]
  const google = `/v1beta/models/${models.generate}:countTokens`
  const cost = await costOf(async () => {
    const counted = [
      (await count('/v1/messages/count_tokens', { model: models.messages, messages: said })).input_tokens,
      (await count('/v1/responses/input_tokens', { model: models.chat, input: text })).input_tokens,
      (await count(google, { contents })).totalTokens,
      (await count(google, { generateContentRequest: { model: `models/${models.generate}`, contents } }))
        .totalTokens,
    ]
    for (const each of counted) {
      expect(each).toBeGreaterThanOrEqual(6)
      expect(each).toBeLessThan(40)
    }
  })
  expect(cost).toBe(0n)
  expect((await relay.logs()).length).toBe(rows)
  expect(relay.upstream.hits).toBe(0)
  const refused = await relay.post(
    '/v1/messages/count_tokens',
    { model: models.messages, messages: said },
    { authorization: 'Bearer sk-nobody' },
  )
  expect([refused.status, await refused.json()]).toMatchObject([401, { type: 'error' }])
})

it('each protocol refuses a body that is none of its own, before anything is asked', async () => {
  for (const [client, body] of [
    [chat, { model: models.chat }],
    [responses, { model: models.chat }],
    [messages, { model: models.messages, max_tokens: 10 }],
    [generate, {}],
  ] as const) {
    const model = client === messages ? models.messages : client === generate ? models.generate : models.chat
    const response = await relay.post(client.path(model, false), body)
    expect([client.name, response.status]).toEqual([client.name, 400])
    expect(await response.json()).toMatchObject(client.errorShape(400))
  }
  expect(relay.upstream.hits).toBe(0)
})
