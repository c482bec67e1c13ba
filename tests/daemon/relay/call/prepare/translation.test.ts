import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  documentBase64,
  documentPath,
  pictureBase64,
  picturePath,
} from '../../../../support/simulator/openai-media.ts'
import { type Simulator, startSimulator } from '../../../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../../../support/test-relay.ts'
import { startWebhookSink } from '../../../../support/webhook-sink.ts'
import { clientProtocols } from '../../client-protocols.ts'

type Json = Record<string, unknown>

const claude = 'claude-sonnet-4-5-20250929'
const gemini = 'gemini-3.5-flash'
const gpt = 'gpt-5.4'

let relay: TestRelay
/** A server in a network that must not be reachable from outside. */
let hidden: Simulator

beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  hidden = await startSimulator({ host: '127.0.0.2' })
  const models = [
    claude,
    gemini,
    gpt,
    'careful',
    'shared',
    'claude-only',
    'claude-haiku-4-5-20251001',
    'chat-only',
    'routed',
    'gemma3:12b',
  ]
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((each) => [each, 1]))))
  await relay.addChannel({ type: 14, models: claude })
  await relay.addChannel({ type: 24, models: gemini })
  await relay.addChannel({ type: 1, models: gpt })
})
afterAll(async () => {
  await relay.close()
  await hidden.close()
})
beforeEach(() => {
  relay.upstream.reset()
  hidden.reset()
  // Lets everything remembered expire between tests.
  relay.api.clock.advance(2 * 3_600_000)
})

const call = async (path: string, body: object, key = relay.key) => {
  const response = await relay.post(path, body, { authorization: `Bearer ${key}` })
  const text = await response.text()
  const document = (text.startsWith('{') ? JSON.parse(text) : {}) as Json
  return { status: response.status, header: response.headers.get('tollgate-translation'), text, document }
}
const hi = [{ role: 'user', content: 'hi' }]
const otherOf = async () => JSON.parse((await relay.logs())[0]?.other ?? '{}') as Json
const sent = (index = -1) => relay.upstream.requests.at(index)?.json as Json
const objects = (value: unknown) => (value ?? []) as Json[]
const errorOf = (document: Json) => document.error as Json

describe('what a translation loses is announced', () => {
  const lossy = { model: claude, messages: hi, seed: 7, presence_penalty: 0.5, logit_bias: { '50256': -100 } }
  const fields = ['logit_bias', 'presence_penalty', 'seed']

  it.each([false, true])('in a header and in the row of the log (stream: %s)', async (stream) => {
    const { status, header } = await call('/v1/chat/completions', { ...lossy, stream })
    expect(status).toBe(200)
    expect(header?.startsWith('lossy; ')).toBe(true)
    const named = header?.slice('lossy; '.length).split(', ') ?? []
    expect(named.toSorted()).toEqual(fields)
    const other = await otherOf()
    expect((other.translation_lost as string[]).toSorted()).toEqual(fields)
    expect(other.upstream_format).toBe('anthropic-messages')
    for (const field of fields) expect(sent()).not.toHaveProperty(field)
  })

  it('and members that nobody knows are among it', async () => {
    const { header } = await call('/v1/chat/completions', { model: claude, messages: hi, made_up: true })
    expect(header).toBe('lossy; made_up')
  })

  it('an exact translation and a passed body say nothing', async () => {
    for (const model of [claude, gemini, gpt]) {
      const { header } = await call('/v1/chat/completions', { model, messages: hi, max_tokens: 100 })
      expect([model, header]).toEqual([model, null])
      expect(await otherOf()).not.toHaveProperty('translation_lost')
    }
    const passed = await call('/v1/chat/completions', { ...lossy, model: gpt })
    expect(passed.header).toBeNull()
  })

  it.each(clientProtocols.map((client) => [client.name, client] as const))(
    '%s: a plain question gets to every vendor without a loss',
    async (_name, client) => {
      for (const model of [claude, gemini, gpt]) {
        const { header, status } = await call(client.path(model, false), client.body(model, false))
        expect([model, status, header]).toEqual([model, 200, null])
      }
    },
  )
})

describe('C-CHAN-60 a channel that refuses lossy translation', () => {
  const setting = '{"refuse_lossy_translation":true}'
  const body = { model: 'careful', messages: hi, seed: 7, logit_bias: { '50256': -100 } }
  let first: number

  beforeAll(async () => {
    first = await relay.addChannel({ type: 14, models: 'careful', setting, priority: 10 })
  })

  it('answers 400 with the fields before the vendor is asked, and for nothing', async () => {
    const before = await relay.balance()
    const { status, document } = await call('/v1/chat/completions', body)
    expect(status).toBe(400)
    expect(errorOf(document)).toMatchObject({ code: 'translation_lossy', type: 'invalid_request_error' })
    for (const field of ['seed', 'logit_bias']) expect(errorOf(document).message).toContain(field)
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([0, 0n])
  })

  it('answers 400 also where the vendor speaks the client’s protocol and its model takes less', async () => {
    const id = await relay.addChannel({ type: 25, models: 'careful', setting, priority: -10 })
    const tools = [
      { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
    ]
    const response = await relay.post(
      '/v1/chat/completions',
      { model: 'careful', messages: hi, tools, tool_choice: 'required' },
      { authorization: `Bearer ${relay.key}-${id}` },
    )
    const { code, message } = errorOf((await response.json()) as Record<string, unknown>)
    expect([response.status, code]).toEqual([400, 'translation_lossy'])
    expect(message).toContain('tool_choice')
    expect(relay.upstream.hits).toBe(0)
    await relay.root.call('DELETE', `/api/channel/${id}`)
  })

  it('serves what gets across whole', async () => {
    expect((await call('/v1/chat/completions', { model: 'careful', messages: hi })).status).toBe(200)
    expect(relay.upstream.requests.map(({ protocol }) => protocol)).toEqual(['anthropic'])
  })

  it('leaves the request to the next channel that can take it whole', async () => {
    const second = await relay.addChannel({ type: 1, models: 'careful', priority: 0 })
    const { status, header } = await call('/v1/chat/completions', body)
    expect([status, header]).toEqual([200, null])
    expect(relay.upstream.requests.map(({ protocol }) => protocol)).toEqual(['openai'])
    expect(sent()).toMatchObject({ seed: 7, logit_bias: { '50256': -100 } })
    expect(await otherOf()).toMatchObject({ admin_info: { use_channel: [String(second)] } })
    expect(second).not.toBe(first)
  })
})

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = { name: 'get_weather', description: 'weather of a city' }
const toolCalls = [{ name: 'get_weather', arguments: { city: 'Bern' } }]
const thinks = { reasoning: 'it is about weather', toolCalls }

describe('a signature given out by a translated channel', () => {
  const tools = [{ ...weather, input_schema: parameters }]
  const thinking = { type: 'enabled', budget_tokens: 2000 }
  const asked = { max_tokens: 5000, thinking, tools }

  /**
   * Calls a vendor of Google's protocol with a client of Anthropic's.
   *
   * @returns the conversation with the tool's result
   */
  const converse = async () => {
    relay.upstream.next(thinks)
    const { document } = await call('/v1/messages', { ...asked, model: gemini, messages: hi })
    const content = objects(document.content)
    const use = content.find(({ type }) => type === 'tool_use')
    const result = { type: 'tool_result', tool_use_id: use?.id, content: 'sunny' }
    return [...hi, { role: 'assistant', content }, { role: 'user', content: [result] }]
  }
  const signaturesIn = (body: Json) =>
    objects(body.contents).flatMap(({ parts }) =>
      objects(parts).flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
    )

  it('says whose it is, and goes back to that vendor as it was', async () => {
    const conversation = await converse()
    const told = JSON.stringify(conversation)
    expect(told).toContain('"gw1.google')
    relay.api.clock.advance(2 * 3_600_000)
    const { status } = await call('/v1/messages', { ...asked, model: gemini, messages: conversation })
    // The simulator only accepts the signature that it made for this call.
    expect([status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
    const [signature] = signaturesIn(sent())
    expect(signature).toMatch(/^[\w+/]+=*$/)
    expect(told).toContain(`.${signature}"`)
  })

  it.each([
    ['Anthropic', claude],
    ['OpenAI', gpt],
  ])('never reaches %s', async (_name, model) => {
    const conversation = await converse()
    const [signature = ''] = JSON.stringify(conversation).match(/gw1\.google[^"]*/) ?? []
    expect(signature).not.toBe('')
    for (const wait of [0, 2 * 3_600_000]) {
      relay.api.clock.advance(wait)
      const { status } = await call('/v1/messages', { ...asked, model, messages: conversation })
      expect([status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
      const body = String(relay.upstream.requests.at(-1)?.body)
      expect(body).not.toContain('gw1.')
      expect(body).not.toContain(signature.replace(/^gw1\.google(~[\w-]+)?\./, ''))
      expect(body).toContain('sunny')
    }
  })

  it('of Anthropic’s comes back through a client of Responses, and never reaches OpenAI or Google', async () => {
    const ofResponses = [{ type: 'function', ...weather, parameters, strict: false }]
    const common = {
      tools: ofResponses,
      reasoning: { effort: 'high', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      store: false,
    }
    relay.upstream.next(thinks)
    const { document } = await call('/v1/responses', { ...common, model: claude, input: hi })
    const output = objects(document.output)
    const reasoning = output.find(({ type }) => type === 'reasoning')
    expect(reasoning?.encrypted_content).toMatch(/^gw1\.anthropic/)
    const made = output.find(({ type }) => type === 'function_call')
    const result = { type: 'function_call_output', call_id: made?.call_id, output: 'sunny' }
    const input = [...hi, ...output, result]
    relay.api.clock.advance(2 * 3_600_000)
    for (const model of [claude, gpt, gemini]) {
      const { status } = await call('/v1/responses', { ...common, model, input })
      const exchange = relay.upstream.requests.at(-1)
      expect([model, status, exchange?.complaint]).toEqual([model, 200, undefined])
      const body = String(exchange?.body)
      expect(body).not.toContain('gw1.')
      const value = String(reasoning?.encrypted_content).replace(/^gw1\.anthropic(~[\w-]+)?\./, '')
      expect([model, body.includes(value)]).toEqual([model, model === claude])
    }
  })
})

describe('a conversation that goes on at Claude after another maker answered', () => {
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 'gw1.openai~rs_1.QUJD' }
  const hidden = { type: 'redacted_thinking', data: 'gw1.openai~rs_2.QUJD' }
  const said = { type: 'text', text: 'Hello.' }
  const body = {
    model: claude,
    max_tokens: 1000,
    tools: [{ type: 'memory_20250818', name: 'memory' }],
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought, hidden, said] },
      { role: 'user', content: 'Go on.' },
    ],
  }

  it('keeps what only Anthropic knows, and loses the thinking that Anthropic did not sign', async () => {
    const { status } = await call('/v1/messages', body)
    const sent = JSON.parse(String(relay.upstream.requests.at(-1)?.body))
    expect(status).toBe(200)
    expect(sent).toMatchObject({ tools: body.tools, context_management: body.context_management })
    expect(sent.messages[1]).toEqual({ role: 'assistant', content: [said] })
  })
})

describe('a conversation of a Gemini client that goes on at Google', () => {
  const tools = [{ functionDeclarations: [{ name: 'get_weather' }] }]
  const asked = { role: 'user', parts: [{ text: 'hi' }] }
  const generate = (model: string, contents: readonly object[]) =>
    call(`/v1beta/models/${model}:generateContent`, { tools, contents })

  /** Returns the model's first content, a call, and the id of the call. */
  const callOf = async (model: string) => {
    relay.upstream.next({ toolCalls: [{ name: 'get_weather', arguments: {} }] })
    const { document } = await generate(model, [asked])
    const content = objects(document.candidates)[0]?.content as { role: string; parts: Json[] }
    const made = content.parts[0]?.functionCall as Json | undefined
    return { content, id: made?.id }
  }
  const resultFor = (id: unknown) => ({
    role: 'user',
    parts: [{ functionResponse: { id, name: 'get_weather', response: { output: 'sunny' } } }],
  })
  const complaint = () => relay.upstream.requests.at(-1)?.complaint

  it('may begin with a call of another vendor, which nobody signed', async () => {
    const { content, id } = await callOf(claude)
    const { status } = await generate(gemini, [asked, content, resultFor(id)])
    expect([status, complaint()]).toEqual([200, undefined])
  })

  it('takes the calls of a client that keeps no signatures', async () => {
    const { content, id } = await callOf(gemini)
    expect(content.parts[0]).toHaveProperty('thoughtSignature')
    // LangChain4j sends this unless it is configured to keep thoughts.
    const bare = { role: 'model', parts: content.parts.map(({ functionCall }) => ({ functionCall })) }
    const { status } = await generate(gemini, [asked, bare, resultFor(id)])
    expect([status, complaint()]).toEqual([200, undefined])
  })

  it('leaves the signatures of Google as they are', async () => {
    const { content, id } = await callOf(gemini)
    const contents = [asked, content, resultFor(id)]
    expect((await generate(gemini, contents)).status).toBe(200)
    expect(JSON.parse(String(relay.upstream.requests.at(-1)?.body)).contents).toEqual(contents)
  })
})

describe('a stream for a client of Anthropic, whose first event states the prompt before the vendor does', () => {
  it('begins with about what the prompt has, not with what was held for it, and ends with what the vendor counts', async () => {
    relay.upstream.next({ text: 'one', tokens: { input: 90, output: 3 } })
    const body = {
      model: gpt,
      max_tokens: 100,
      stream: true,
      messages: hi,
      tools: [{ ...weather, input_schema: parameters }],
    }
    const { text } = await call('/v1/messages', body)
    const [first, last] = text.match(/"input_tokens":\d+/g)?.map((each) => Number(each.split(':')[1])) ?? []
    expect(first).toBe(Math.ceil(JSON.stringify(body).length / 4))
    expect(last).toBe(90)
  })
})

describe('the reasoning of a client that sends none back', () => {
  const tools = [{ type: 'function', function: { ...weather, parameters } }]
  const asked = { tools, reasoning_effort: 'high', max_tokens: 20_000 }

  /** Builds the request of many chat clients after a tool call: the calls without the reasoning. */
  const afterCall = (model: string, id: string) => ({
    ...asked,
    model,
    messages: [
      ...hi,
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Bern"}' } },
        ],
      },
      { role: 'tool', tool_call_id: id, content: 'sunny' },
    ],
  })
  const callId = async (model: string, stream: boolean, key = relay.key) => {
    relay.upstream.next(thinks)
    const { text } = await call('/v1/chat/completions', { ...asked, model, messages: hi, stream }, key)
    return /"tool_calls":\[\{[^}]*"id":"([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const thinkingSent = () =>
    objects(sent().messages).flatMap(({ content }) =>
      Array.isArray(content) ? objects(content).filter(({ type }) => type === 'thinking') : [],
    )
  const signatureSent = () =>
    objects(sent().contents)
      .flatMap(({ parts }) => objects(parts))
      .find(({ functionCall }) => functionCall !== undefined)?.thoughtSignature

  it.each([false, true])('is put back for Anthropic by the call’s id (stream: %s)', async (stream) => {
    const id = await callId(claude, stream)
    expect(id).not.toBe('')
    const { status } = await call('/v1/chat/completions', afterCall(claude, id))
    expect([status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
    expect(thinkingSent()).toMatchObject([{ thinking: thinks.reasoning, signature: expect.any(String) }])
    expect(sent().thinking).toMatchObject({ type: 'enabled' })
  })

  it.each([false, true])('is put back for Google by the call’s id (stream: %s)', async (stream) => {
    const id = await callId(gemini, stream)
    const { status } = await call('/v1/chat/completions', afterCall(gemini, id))
    expect([status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
    expect(signatureSent()).toMatch(/^[\w+/]+=*$/)
    expect(signatureSent()).not.toBe('skip_thought_signature_validator')
  })

  it('is never put into the request of another user', async () => {
    const id = await callId(claude, false)
    const stranger = await relay.api.createUser('a-stranger')
    await relay.root.call('POST', '/api/user/credit', { id: stranger.id, delta: '10000000' })
    const key = await relay.addToken({}, stranger)
    const { status } = await call('/v1/chat/completions', afterCall(claude, id), key)
    expect([status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
    expect(thinkingSent()).toEqual([])
    // The vendor refuses to think on a call without its thoughts.
    expect(sent().thinking).toBeUndefined()
    await call('/v1/chat/completions', afterCall(claude, id))
    expect(thinkingSent()).toHaveLength(1)
  })

  it('is never put into a request to another family’s vendor', async () => {
    const id = await callId(claude, false)
    const signature = /"signature":"([^"]+)"/
    await call('/v1/chat/completions', afterCall(claude, id))
    const [, value = ''] = signature.exec(String(relay.upstream.requests.at(-1)?.body)) ?? []
    expect(value).not.toBe('')
    for (const model of [gemini, gpt]) {
      const { status } = await call('/v1/chat/completions', afterCall(model, id))
      expect([model, status]).toEqual([model, 200])
      expect(String(relay.upstream.requests.at(-1)?.body)).not.toContain(value)
    }
  })

  it('is forgotten after an hour', async () => {
    const id = await callId(claude, false)
    relay.api.clock.advance(3_601_000)
    await call('/v1/chat/completions', afterCall(claude, id))
    expect(thinkingSent()).toEqual([])
  })
})

describe('what leans on a vendor’s store', () => {
  beforeAll(async () => {
    await relay.addChannel({ type: 14, models: 'shared,claude-only', priority: 10 })
    await relay.addChannel({ type: 1, models: 'shared', priority: 0 })
  })

  it('goes only to a channel that speaks Responses', async () => {
    const first = await call('/v1/responses', { model: 'shared', input: 'hi' })
    // The preferred channel speaks another protocol.
    expect(relay.upstream.requests.map(({ protocol }) => protocol)).toEqual(['anthropic'])
    expect(first.status).toBe(200)
    const more = { previous_response_id: 'resp_1', input: 'and now?' }
    relay.upstream.next({
      json: { id: 'resp_2', object: 'response', status: 'completed', output: [], model: 'shared' },
    })
    await call('/v1/responses', { model: 'shared', ...more })
    expect(relay.upstream.requests.at(-1)).toMatchObject({ path: '/v1/responses', json: more })
    expect(relay.upstream.hits).toBe(2)
  })

  it('is refused with the whole reason in the language of the client', async () => {
    const ask = async (language: string) => {
      const more = { previous_response_id: 'resp_1' }
      const headers = { authorization: `Bearer ${relay.key}`, 'accept-language': language }
      const response = await relay.post(
        '/v1/responses',
        { model: 'claude-only', input: 'hi', ...more },
        headers,
      )
      return String(errorOf((await response.json()) as Json).message)
    }
    expect(await ask('zh-CN')).toMatch(
      /^该模型的服务商无法接收 previous_response_id：只有原生支持 Responses API 的渠道才保存响应；请在 input 中发送完整对话 /,
    )
    expect(await ask('en')).toMatch(
      /^'previous_response_id' cannot be sent to this model's provider: stored responses exist only on channels /,
    )
  })

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
  ])('is refused with the field’s name where no channel speaks it: %s', async (field, more) => {
    const before = await relay.balance()
    const { status, document } = await call('/v1/responses', { model: 'claude-only', input: 'hi', ...more })
    expect(status).toBe(400)
    expect(errorOf(document)).toMatchObject({ code: 'translation_unsupported', param: field })
    expect(errorOf(document).message).toContain(field)
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([0, 0n])
  })
})

describe('pictures by link', () => {
  const bedrock = 'claude-haiku-4-5-20251001'
  const local = 'gemma3:12b'
  const link = () => `${relay.upstream.url}${picturePath}`
  const chatWith = (model: string, url: string) => ({
    model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is this' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  })
  const messagesWith = (model: string, url: string) => ({
    model,
    max_tokens: 100,
    messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
  })
  /** Returns the calls of the model, without those that fetched an image. */
  const calls = () => relay.upstream.requests.filter(({ method }) => method === 'POST')

  beforeAll(async () => {
    await relay.addChannel({ type: 33, models: bedrock, key: 'AKID|SECRET|us-east-1' })
    await relay.addChannel({ type: 1, models: 'chat-only', setting: JSON.stringify({ speaks: 'chat' }) })
    await relay.addChannel({ type: 20, models: 'routed' })
    await relay.addChannel({ type: 4, models: local })
  })

  it('are fetched for vendors that follow none', async () => {
    expect((await call('/v1/chat/completions', chatWith(gemini, link()))).status).toBe(200)
    expect(JSON.stringify(calls()[0]?.json)).toContain(
      JSON.stringify({ inlineData: { mimeType: 'image/png', data: pictureBase64 } }),
    )
    for (const [path, body] of [
      ['/v1/chat/completions', chatWith(bedrock, link())],
      ['/v1/messages', messagesWith(bedrock, link())],
    ] as const) {
      const { status } = await call(path, body)
      expect([path, status, calls().at(-1)?.complaint]).toEqual([path, 200, undefined])
      expect(String(calls().at(-1)?.body)).toContain(pictureBase64)
      expect(String(calls().at(-1)?.body)).not.toContain(picturePath)
    }
  })

  it('and documents by link are fetched for chat, where only OpenRouter takes their links', async () => {
    const url = `${relay.upstream.url}${documentPath}`
    const fileData = { mimeType: 'application/pdf', fileUri: url }
    const body = { contents: [{ role: 'user', parts: [{ fileData }] }] }
    await call('/v1beta/models/chat-only:generateContent', body)
    const file_data = `data:application/pdf;base64,${documentBase64}`
    expect(sent().messages).toEqual([
      { role: 'user', content: [{ type: 'file', file: { filename: 'document.pdf', file_data } }] },
    ])
    relay.upstream.reset()
    await call('/v1beta/models/routed:generateContent', body)
    expect(sent().messages).toMatchObject([{ content: [{ file: { file_data: url } }] }])
    expect(relay.upstream.hits).toBe(1)
    await call('/v1/chat/completions', chatWith('chat-only', link()))
    expect(relay.upstream.hits).toBe(2)
  })

  it('A-OPT-002 A-OPT-003 are fetched through the worker where the site has one', async () => {
    const worker = await startWebhookSink()
    await relay.setOption('WorkerUrl', worker.url)
    await relay.setOption('WorkerValidKey', 'worker-key')
    // The worker responds without an image, so nothing is sent upstream.
    const { status } = await call('/v1/chat/completions', chatWith(gemini, link()))
    await relay.setOption('WorkerUrl', '')
    expect([status, calls(), relay.upstream.hits]).toEqual([400, [], 0])
    expect(worker.posts.map(({ body }) => body)).toMatchObject([{ url: link(), key: 'worker-key' }])
    await worker.close()
  })

  it('are fetched for Ollama in every format that its channels speak', async () => {
    const respondWith = (image_url: string) => ({
      model: local,
      store: false,
      input: [{ role: 'user', content: [{ type: 'input_image', image_url }] }],
    })
    for (const [path, askWith] of [
      ['/v1/chat/completions', (url: string) => chatWith(local, url)],
      ['/v1/messages', (url: string) => messagesWith(local, url)],
      ['/v1/responses', respondWith],
    ] as const) {
      relay.upstream.reset()
      expect([path, (await call(path, askWith(link()))).status]).toEqual([path, 200])
      expect([path, calls()[0]?.path]).toEqual([path, path])
      expect(String(calls()[0]?.body)).toContain(pictureBase64)
      expect(String(calls()[0]?.body)).not.toContain(picturePath)
    }
  })

  it('are not looked for in the words of a request: its bytes go on', async () => {
    const content = 'write "image_url": {"url": "https://a.example/b.png"}'
    const body = { model: local, messages: [{ role: 'user', content }], any_member: 1 }
    await call('/v1/chat/completions', body)
    expect(sent()).toEqual(body)
  })

  it('go on as links where the vendor follows them', async () => {
    for (const model of [claude, gpt]) {
      await call('/v1/chat/completions', chatWith(model, link()))
      expect(String(calls().at(-1)?.body)).toContain(link())
    }
    await call('/v1/messages', messagesWith(claude, link()))
    expect(relay.upstream.requests.filter(({ method }) => method === 'GET')).toEqual([])
  })

  it.each([
    ['a private address', () => `${hidden.url}${picturePath}`],
    ['an address inside the machine, in another spelling', () => hidden.url.replace('127.0.0.2', '[::1]')],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['no web address', () => 'file:///etc/passwd'],
  ])('to %s are refused without a connection', async (_name, url) => {
    const before = await relay.balance()
    const { status, document } = await call('/v1/chat/completions', chatWith(gemini, url()))
    expect([status, errorOf(document).code]).toEqual([400, 'media_unavailable'])
    expect(errorOf(document).message).not.toContain('127.0.0.2')
    expect([hidden.hits, calls().length, before - (await relay.balance())]).toEqual([0, 0, 0n])
  })

  it('are not followed to a private address that a public one points to', async () => {
    relay.upstream.next({ redirectTo: `${hidden.url}${picturePath}` })
    const { status, document } = await call('/v1/messages', messagesWith(bedrock, link()))
    expect([status, document]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error' } },
    ])
    expect([hidden.hits, calls().length]).toEqual([0, 0])
  })

  it('that give no picture are refused', async () => {
    const { status, document } = await call(
      '/v1/chat/completions',
      chatWith(gemini, `${relay.upstream.url}/v1/nothing`),
    )
    expect([status, errorOf(document).code]).toEqual([400, 'media_unavailable'])
    expect(calls()).toEqual([])
  })
})
