import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../support/simulator/exchange.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { hello, readRefusal, type Site, startSite } from './site.ts'

/** The fields of a channel's form; the base URL is the vendor's, with the simulator as its host. */
interface Form {
  readonly type: number
  readonly label: string
  readonly model: string
  readonly key: string
  readonly basePath?: string
  /** Whether the base URL is a WebSocket URL. */
  readonly isSocket?: boolean
  readonly other?: string
}

interface Vendor extends Form {
  /** The specification row that a test of this vendor covers. */
  readonly row: string
  readonly protocol: Exchange['protocol']
  readonly path: string
  /** Path for streamed answers. Default: `path`. */
  readonly streamPath?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signature?: 'ok'
  /** Members that the body of a plain call saying `hi` must have. */
  readonly body: Readonly<Record<string, unknown>>
  /** A key in the right form that the vendor refuses. */
  readonly wrongKey?: string
}

const account = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (pair: typeof account): string =>
  pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const key = 'upstream-key'
let site: Site
let vendor: Simulator

beforeAll(async () => {
  site = await startSite()
  vendor = await startSimulator({
    keys: [key, 'client|secret', 'other|pair', 'id.secret'],
    verify: {
      sigv4: { accessKey: 'AKID', secretKey: 'SECRET', region: 'us-east-1' },
      tc3: { secretId: 'SID', secretKey: 'SKEY' },
      spark: { appId: 'app', apiKey: 'K', apiSecret: 'S' },
      zhipu: { key: 'id.secret' },
      vertex: {
        publicKey: account.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        clientEmail: 'robot@project-1.iam.gserviceaccount.com',
      },
    },
  })
  const models = [...vendors.map((each) => each.model), ...moreModels]
  await site.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((each) => [each, 1.25]))))
  await site.setOption('CompletionRatio', JSON.stringify(Object.fromEntries(models.map((each) => [each, 4]))))
})
afterAll(async () => {
  await site.close()
  await vendor.close()
})
beforeEach(async () => {
  vendor.reset()
  await site.setOption('AutomaticDisableChannelEnabled', 'false')
  await site.clearChannels()
})

const serviceAccount = (pair = account): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'project-1',
    private_key_id: 'key-1',
    private_key: pemOf(pair),
    client_email: 'robot@project-1.iam.gserviceaccount.com',
    token_uri: `${vendor.url}/token`,
  })

const moreModels = [
  'FunAudioLLM/CosyVoice2-0.5B',
  'Embedding-V1',
  'text-embedding-v4',
  'qwen-image',
  'qwen3-rerank',
  'embed-v4.0',
  'rerank-v3.5',
  'jina-reranker-v2',
  'bge-reranker-v2-m3',
  'claude-sonnet-4-6',
  'meta/llama-4-maverick-17b-128e-instruct-maas',
  'chat-bison-001',
  'library',
]

const hi = [{ role: 'user', content: 'hi' }]
const wenxin = '/rpc/2.0/ai_custom/v1/wenxinworkshop'

const vendors: readonly Vendor[] = [
  {
    row: 'C-TYPE-14',
    type: 14,
    label: 'Anthropic Claude',
    model: 'claude-sonnet-4-5-20250929',
    key,
    protocol: 'anthropic',
    path: '/v1/messages',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: { model: 'claude-sonnet-4-5-20250929', max_tokens: 64_000 },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-15',
    type: 15,
    label: 'Baidu Wenxin',
    model: 'ERNIE-4.0-8K',
    key: 'client|secret',
    protocol: 'baidu',
    path: `${wenxin}/chat/completions_pro`,
    body: { messages: hi },
    wrongKey: 'client|another',
  },
  {
    row: 'C-TYPE-16',
    type: 16,
    label: 'Zhipu',
    model: 'glm-4.6',
    key: 'id.secret',
    protocol: 'openai',
    path: '/api/paas/v4/chat/completions',
    signature: 'ok',
    body: { model: 'glm-4.6', messages: hi },
    wrongKey: 'id.another',
  },
  {
    row: 'C-TYPE-17',
    type: 17,
    label: 'Alibaba Qwen',
    model: 'qwen3-max',
    key,
    other: 'calculator',
    protocol: 'openai',
    path: '/compatible-mode/v1/chat/completions',
    headers: { authorization: `Bearer ${key}`, 'x-dashscope-plugin': 'calculator' },
    body: { model: 'qwen3-max', messages: hi },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-18',
    type: 18,
    label: 'iFlytek Spark',
    model: 'SparkDesk',
    key: 'app|S|K',
    isSocket: true,
    other: 'v3.5',
    protocol: 'spark',
    path: '/v3.5/chat',
    signature: 'ok',
    body: {
      header: { app_id: 'app' },
      parameter: { chat: { domain: 'generalv3.5' } },
      payload: { message: { text: hi } },
    },
    wrongKey: 'app|X|K',
  },
  {
    row: 'C-TYPE-22',
    type: 22,
    label: 'FastGPT knowledge base',
    model: 'fastgpt',
    key,
    basePath: '/api',
    protocol: 'openai',
    path: '/api/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: { messages: hi },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-23',
    type: 23,
    label: 'Tencent Hunyuan',
    model: 'hunyuan-turbos-latest',
    key: '1250000000|SID|SKEY',
    protocol: 'hunyuan',
    path: '/',
    headers: { 'x-tc-action': 'ChatCompletions', 'x-tc-version': '2023-09-01' },
    signature: 'ok',
    body: { Model: 'hunyuan-turbos-latest', Messages: [{ Role: 'user', Content: 'hi' }] },
    wrongKey: '1250000000|SID|WRONG',
  },
  {
    row: 'C-TYPE-24',
    type: 24,
    label: 'Google Gemini',
    model: 'gemini-2.5-flash',
    key,
    protocol: 'gemini',
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    streamPath: '/v1beta/models/gemini-2.5-flash:streamGenerateContent',
    headers: { 'x-goog-api-key': key },
    body: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-33',
    type: 33,
    label: 'AWS Claude',
    model: 'claude-sonnet-4-5-20250929',
    key: 'AKID|SECRET|us-east-1',
    protocol: 'bedrock',
    path: '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
    streamPath: '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream',
    signature: 'ok',
    body: { anthropic_version: 'bedrock-2023-05-31' },
    wrongKey: 'AKID|WRONG|us-east-1',
  },
  {
    row: 'C-TYPE-34',
    type: 34,
    label: 'Cohere',
    model: 'command-a-03-2025',
    key,
    protocol: 'cohere',
    path: '/v2/chat',
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'command-a-03-2025' },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-35',
    type: 35,
    label: 'MiniMax',
    model: 'MiniMax-M2',
    key,
    protocol: 'openai',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'MiniMax-M2', reasoning_split: true },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-37',
    type: 37,
    label: 'Dify',
    model: 'dify',
    key,
    protocol: 'dify',
    path: '/v1/chat-messages',
    headers: { authorization: `Bearer ${key}` },
    body: { query: 'hi', response_mode: 'streaming' },
    wrongKey: 'another-key',
  },
  {
    row: 'C-TYPE-39',
    type: 39,
    label: 'Cloudflare',
    model: '@cf/openai/gpt-oss-20b',
    key,
    other: 'account-1',
    protocol: 'openai',
    path: '/client/v4/accounts/account-1/ai/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: { model: '@cf/openai/gpt-oss-20b', messages: hi },
    wrongKey: 'another-key',
  },
]

/** Creates the channel as its form would. @returns its ID */
const makeChannel = (form: Form): Promise<number> =>
  site.addChannel({
    type: form.type,
    key: form.key,
    base_url: (form.isSocket ? vendor.url.replace('http', 'ws') : vendor.url) + (form.basePath ?? ''),
    models: form.model,
    ...(form.other === undefined ? {} : { other: form.other }),
  })

const messages = [{ role: 'user' as const, content: 'hi' }]

const textOfStream = async (model: string): Promise<string> => {
  const stream = await site.openai.chat.completions.create({ model, messages, stream: true })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  return text
}

/** Returns the model calls, without those that fetched a token. */
const calls = () => vendor.requests.filter(({ path }) => !path.endsWith('/token'))

const expectSent = (sent: Exchange | undefined, each: Vendor, path: string) => {
  expect([sent?.protocol, sent?.path, sent?.complaint]).toEqual([each.protocol, path, undefined])
  expect(sent?.headers).toMatchObject(each.headers ?? {})
  if (each.signature) expect(sent?.signature).toBe(each.signature)
}

describe('each type is reached in its vendor’s own way by an OpenAI client, plain and streamed, and charged', () => {
  it.each(vendors)('$row $label', async (each) => {
    await makeChannel(each)
    // FastGPT states its usage without a request for it.
    vendor.always({ tokens: { input: 1000, output: 500 }, usage: 'last' })
    const before = await site.balance()
    const plain = await site.openai.chat.completions.create({ model: each.model, messages })
    expect(plain.choices[0]?.message.content).toContain('Hello from the simulator')
    expect(plain.usage).toMatchObject({ prompt_tokens: 1000, completion_tokens: 500 })
    expectSent(calls()[0], each, each.path)
    expect(calls()[0]?.json).toMatchObject(each.body)
    expect(await textOfStream(each.model)).toContain('Hello from the simulator')
    expectSent(calls()[1], each, each.streamPath ?? each.path)
    const [streamed, first] = await site.logs()
    for (const row of [streamed, first])
      expect(row).toMatchObject({ quota: 3750, prompt_tokens: 1000, completion_tokens: 500 })
    expect([first?.is_stream, streamed?.is_stream]).toEqual([false, true])
    expect(before - (await site.balance())).toBe(7_500_000n)
  })

  it('C-TYPE-41 Vertex AI', async () => {
    const model = 'gemini-2.5-flash'
    await makeChannel({
      type: 41,
      label: 'Vertex AI',
      model: `${model},claude-sonnet-4-6`,
      key: serviceAccount(),
      other: 'europe-west4',
    })
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const google = '/v1/projects/project-1/locations/europe-west4/publishers/google/models/gemini-2.5-flash'
    await site.openai.chat.completions.create({ model, messages })
    expect(vendor.requests.map(({ path, signature }) => [path, signature])).toEqual([
      ['/token', 'ok'],
      [`${google}:generateContent`, 'ok'],
    ])
    expect((await site.newestLog()).quota).toBe(3750)
    expect(await textOfStream(model)).toContain('Hello from the simulator')
    expect((await site.newestLog()).quota).toBe(3750)
    // The token is reused until it expires.
    expect(vendor.requests.map(({ path }) => path).slice(2)).toEqual([`${google}:streamGenerateContent`])
  })
})

describe('a signature or key that the vendor refuses is the channel’s trouble: 502, nothing charged, channel disabled', () => {
  const wrong = vendors.filter((each) => each.wrongKey !== undefined)
  it.each(wrong)('$row $label', async (each) => {
    await site.setOption('AutomaticDisableChannelEnabled', 'true')
    const id = await makeChannel({ ...each, key: each.wrongKey ?? '' })
    const before = await site.balance()
    const refused = await readRefusal(
      await site.post('/v1/chat/completions', { model: each.model, messages: hello }),
    )
    expect(refused.message).not.toContain(each.wrongKey)
    await expect.poll(async () => (await site.channel(id)).status).toBe(3)
    expect([refused.status, before - (await site.balance())]).toEqual([502, 0n])
  })

  it('C-TYPE-24 is followed by another channel, though the vendor calls it a bad request', async () => {
    const { model } = vendors.find((each) => each.type === 24) ?? { model: '' }
    const columns = { type: 24, base_url: vendor.url, models: model }
    await site.addChannel({ ...columns, key: 'another-key', priority: 1 })
    await site.addChannel({ ...columns, key })
    await site.setOption('RetryTimes', '1')
    const response = await site.post('/v1/chat/completions', { model, messages: hello })
    await site.setOption('RetryTimes', '0')
    expect([response.status, vendor.hits]).toEqual([200, 2])
  })

  it('C-TYPE-41 Vertex AI', async () => {
    await site.setOption('AutomaticDisableChannelEnabled', 'true')
    const id = await makeChannel({
      type: 41,
      label: 'Vertex AI',
      model: 'gemini-2.5-flash',
      key: serviceAccount(stranger),
      other: 'us-central1',
    })
    const refused = await site.refusal(undefined, { model: 'gemini-2.5-flash' })
    expect([refused.status, vendor.requests.at(-1)?.signature]).toEqual([502, 'wrong'])
    expect(calls()).toEqual([])
    await expect.poll(async () => (await site.channel(id)).status).toBe(3)
  })
})

describe('what a type has of its own', () => {
  const form = (type: number) => {
    const found = vendors.find((each) => each.type === type)
    if (!found) throw new Error(`There is no vendor of type ${type}.`)
    return found
  }
  const chat = (model: string, more: Readonly<Record<string, unknown>> = {}) =>
    site.post('/v1/chat/completions', { model, messages, ...more })
  const cost = async () => (await site.newestLog()).quota

  it('C-TYPE-11 a call to a model of PaLM2 is answered with 400 and what to use instead', async () => {
    const id = await makeChannel({ type: 11, label: 'Google PaLM2', model: 'chat-bison-001', key })
    expect((await site.channel(id)).type).toBe(11)
    const refused = await readRefusal(await chat('chat-bison-001'))
    expect([refused.status, refused.type]).toEqual([400, 'invalid_request_error'])
    expect(refused.message).toMatch(/shut down.*gemini.*type 24/)
    expect(vendor.hits).toBe(0)
  })

  it('C-TYPE-04 the native API, where the channel says so', async () => {
    await makeChannel({ type: 4, label: 'Ollama', model: 'glm-4.6', key, other: 'native' })
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const answer = await site.openai.chat.completions.create({ model: 'glm-4.6', messages })
    expect(answer.choices[0]?.message.content).toContain('Hello from the simulator')
    expect(calls()[0]).toMatchObject({ path: '/api/chat', json: { stream: false } })
    expect(await cost()).toBe(3750)
    expect(await textOfStream('glm-4.6')).toContain('Hello from the simulator')
    expect(await cost()).toBe(3750)
    await site.openai.embeddings.create({ model: 'glm-4.6', input: ['a', 'b'], encoding_format: 'float' })
    expect(calls().at(-1)).toMatchObject({ path: '/api/embed', json: { input: ['a', 'b'] } })
    expect(await cost()).toBe(1250)
  })

  it('C-TYPE-14 a client of Anthropic’s own protocol gets the vendor’s bytes', async () => {
    const { model } = form(14)
    await makeChannel(form(14))
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const body = { model, max_tokens: 100, messages }
    const plain = await site.post('/v1/messages', body)
    expect(await plain.json()).toMatchObject({ type: 'message', usage: { input_tokens: 1000 } })
    expect(calls()[0]?.json).toEqual(body)
    expect(await cost()).toBe(3750)
    const events = await (await site.post('/v1/messages', { ...body, stream: true })).text()
    expect(events).toContain('event: message_stop')
    expect(await cost()).toBe(3750)
  })

  it('C-TYPE-15 one token serves many calls; embeddings have their own path', async () => {
    await makeChannel({ ...form(15), key: 'other|pair', model: 'ERNIE-4.0-8K,Embedding-V1' })
    await chat('ERNIE-4.0-8K')
    vendor.next({ tokens: { input: 1000 } })
    const answer = await site.openai.embeddings.create({
      model: 'Embedding-V1',
      input: 'hi',
      encoding_format: 'float',
    })
    expect(answer.data[0]?.embedding).toHaveLength(4)
    expect(vendor.requests.map(({ path }) => path)).toEqual([
      '/oauth/2.0/token',
      `${wenxin}/chat/completions_pro`,
      `${wenxin}/embeddings/embedding-v1`,
    ])
    const [token, first, second] = vendor.requests
    expect(token?.query.get('client_id')).toBe('other')
    expect(first?.query.get('access_token')).toMatch(/^24\./)
    expect(second?.query.get('access_token')).toBe(first?.query.get('access_token'))
    expect(await cost()).toBe(1250)
  })

  it('C-TYPE-17 embeddings and pictures have their paths', async () => {
    await makeChannel({ type: 17, label: 'Alibaba Qwen', model: 'text-embedding-v4,qwen-image', key })
    vendor.next({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
    await site.openai.embeddings.create({ model: 'text-embedding-v4', input: 'hi', encoding_format: 'float' })
    expect(calls().at(-1)?.path).toBe('/compatible-mode/v1/embeddings')
    expect(await cost()).toBe(1250)
    const image = 'https://dashscope-result.oss-cn-beijing.aliyuncs.com/picture.png'
    vendor.next({
      json: {
        output: {
          choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ image }] } }],
        },
        usage: { width: 1024, image_count: 1, height: 1024 },
        request_id: 'r',
      },
    })
    const picture = await site.openai.images.generate({
      model: 'qwen-image',
      prompt: 'a cat',
      size: '1024x1024',
    })
    expect(picture.data).toEqual([{ url: image }])
    const sent = calls().at(-1)
    expect(sent?.path).toBe('/api/v1/services/aigc/multimodal-generation/generation')
    expect(sent?.json).toEqual({
      model: 'qwen-image',
      input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
      parameters: { size: '1024*1024' },
    })
    // Ratio 1.25 times the family's 0.0025 dollars for one picture.
    expect(Number((await site.newestLog()).quota_exact)).toBe(1.25 * 0.0025 * 500_000)
  })

  it('C-TYPE-18 the version is v2.1 unless the channel or the model says another', async () => {
    const { key: sparkKey } = form(18)
    const socket = { type: 18, label: 'iFlytek Spark', key: sparkKey, isSocket: true }
    const id = await makeChannel({ ...socket, model: 'SparkDesk' })
    expect((await site.channel(id)).other).toBe('v2.1')
    await chat('SparkDesk')
    expect(calls().map(({ path, signature }) => [path, signature])).toEqual([['/v2.1/chat', 'ok']])
  })

  it('C-TYPE-21 the library’s id is required and stands in the body', async () => {
    const refused = await site.admin.request('POST', '/api/channel/', {
      type: 21,
      name: 'x',
      key: 'k',
      models: 'library',
      group: 'default',
    })
    expect(refused).toMatchObject({ status: 400, body: { field: 'other' } })
    await makeChannel({ type: 21, label: 'AI Proxy knowledge base', model: 'library', key, other: 'lib-7' })
    vendor.next({ json: { success: true, answer: 'from the library', documents: [] } })
    const answer = await site.openai.chat.completions.create({ model: 'library', messages })
    expect(answer.choices[0]?.message.content).toBe('from the library')
    expect(calls()[0]).toMatchObject({
      path: '/api/library/ask',
      json: { libraryId: 'lib-7', query: 'hi' },
      headers: { authorization: `Bearer ${key}` },
    })
    // The service states no usage, so tokens are counted.
    expect(await site.newestOther()).toMatchObject({ usage_source: 'counted' })
    expect(await cost()).toBeGreaterThan(0)
  })

  it('C-TYPE-24 Google’s own client protocol passes, plain and streamed', async () => {
    const { model } = form(24)
    await makeChannel(form(24))
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const body = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
    const plain = await site.post(`/v1beta/models/${model}:generateContent`, body)
    expect(await plain.json()).toMatchObject({ usageMetadata: { promptTokenCount: 1000 } })
    expect(await cost()).toBe(3750)
    const events = await site.post(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, body)
    expect(await events.text()).toContain('"finishReason":"STOP"')
    expect(await cost()).toBe(3750)
    expect(calls().map(({ path, query }) => [path, query.get('alt')])).toEqual([
      [`/v1beta/models/${model}:generateContent`, null],
      [`/v1beta/models/${model}:streamGenerateContent`, 'sse'],
    ])
  })

  it('C-TYPE-33 Anthropic’s own client gets events made of the vendor’s frames', async () => {
    const { model } = form(33)
    await makeChannel(form(33))
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const body = { model, max_tokens: 100, messages, stream: true }
    const response = await site.post('/v1/messages', body)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const events = await response.text()
    expect(events.startsWith('event: message_start\n')).toBe(true)
    expect(events).toContain('event: message_stop')
    expect(calls()[0]).toMatchObject({ signature: 'ok', complaint: undefined })
    expect(await cost()).toBe(3750)
  })

  it.each([
    ['C-TYPE-33', 33, 'effort-2025-11-24', 'web-search-2025-03-05'],
    ['C-TYPE-41', 41, 'web-search-2025-03-05', 'effort-2025-11-24'],
  ] as const)(
    '%s betas that the cloud refuses stay behind, and are announced',
    async (_row, type, taken, refused) => {
      const model = 'claude-sonnet-4-6'
      const { key: awsKey } = form(33)
      await makeChannel({
        type,
        label: '',
        model,
        key: type === 33 ? awsKey : serviceAccount(),
        other: 'us-east5',
      })
      const betas = ['claude-code-20250219', 'interleaved-thinking-2025-05-14', taken, refused]
      const response = await site.post(
        '/v1/messages',
        { model, max_tokens: 100, messages },
        { 'anthropic-beta': betas.join(','), authorization: `Bearer ${site.key}` },
      )
      expect(response.status).toBe(200)
      expect(response.headers.get('tollgate-translation')).toBe(`lossy; claude-code-20250219, ${refused}`)
      const sent = calls().at(-1)
      const kept = ['interleaved-thinking-2025-05-14', taken]
      if (type === 33) expect(sent?.json).toMatchObject({ anthropic_beta: kept })
      else expect(sent?.headers['anthropic-beta']).toBe(kept.join(','))
    },
  )

  it.each([
    ['nova', 'FunAudioLLM/CosyVoice2-0.5B:anna'],
    ['david', 'FunAudioLLM/CosyVoice2-0.5B:david'],
    ['speech:mine:1:2', 'speech:mine:1:2'],
  ])('C-TYPE-40 the voice %s is asked for as %s', async (voice, sent) => {
    const model = 'FunAudioLLM/CosyVoice2-0.5B'
    await makeChannel({ type: 40, label: 'SiliconCloud', model, key })
    const response = await site.post('/v1/audio/speech', { model, input: 'hi', voice })
    expect(response.status).toBe(200)
    expect(calls().at(-1)).toMatchObject({ path: '/v1/audio/speech', json: { voice: sent } })
  })

  it('C-TYPE-34 embeddings and reranking', async () => {
    await makeChannel({ ...form(34), model: 'embed-v4.0,rerank-v3.5' })
    vendor.next({ tokens: { input: 1000 } })
    await site.openai.embeddings.create({
      model: 'embed-v4.0',
      input: ['a', 'b'],
      encoding_format: 'float',
    })
    expect(calls().at(-1)).toMatchObject({ path: '/v2/embed', json: { texts: ['a', 'b'] } })
    expect(await cost()).toBe(1250)
    const ranked = await site.post('/v1/rerank', { model: 'rerank-v3.5', query: 'q', documents: ['a', 'b'] })
    expect(((await ranked.json()) as { results: { index: number }[] }).results[0]?.index).toBe(1)
    expect(calls().at(-1)).toMatchObject({ path: '/v2/rerank', json: { query: 'q', documents: ['a', 'b'] } })
    expect(await site.newestOther()).toMatchObject({ usage_source: 'counted' })
    expect(await cost()).toBeGreaterThan(0)
  })

  it.each([
    ['C-TYPE-38', 38, '', 'jina-reranker-v2'],
    ['C-TYPE-40', 40, '', 'bge-reranker-v2-m3'],
    ['C-TYPE-47', 47, '', 'bge-reranker-v2-m3'],
  ] as const)('%s reranking', async (_row, type, basePath, model) => {
    await makeChannel({ type, label: '', model, key, basePath })
    vendor.next({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
    const response = await site.post('/v1/rerank', { model, query: 'q', documents: ['a', 'b'], top_n: 1 })
    expect(await response.json()).toMatchObject({ results: [{ index: 1 }] })
    expect(calls().at(-1)?.path).toBe('/v1/rerank')
    expect(await cost()).toBe(1250)
  })

  it('C-TYPE-40 pictures', async () => {
    const siliconPicture = { url: 'https://s3.siliconflow.cn/a.png' }
    await makeChannel({ type: 40, label: 'SiliconCloud', model: 'qwen-image', key })
    vendor.next({ json: { images: [siliconPicture], data: [siliconPicture], timings: {}, seed: 1 } })
    const picture = await site.openai.images.generate({ model: 'qwen-image', prompt: 'a cat' })
    expect(picture.data?.[0]?.url).toBe('https://s3.siliconflow.cn/a.png')
    expect(calls().at(-1)?.path).toBe('/v1/images/generations')
    expect(Number((await site.newestLog()).quota_exact)).toBe(1.25 * 0.0025 * 500_000)
  })

  it('C-TYPE-41 the key is one document, not several keys; the region is text or a table by model', async () => {
    const models = 'gemini-2.5-flash,claude-sonnet-4-6,meta/llama-4-maverick-17b-128e-instruct-maas'
    const id = await makeChannel({
      type: 41,
      label: 'Vertex AI',
      model: models,
      key: serviceAccount(),
      other: '{"default":"us-central1","claude-sonnet-4-6":"europe-west1"}',
    })
    vendor.always({ tokens: { input: 1000, output: 500 } })
    const place = (region: string) => `/v1/projects/project-1/locations/${region}`
    for (const model of models.split(',')) {
      expect((await chat(model)).status).toBe(200)
      expect(await cost()).toBe(3750)
    }
    expect(calls().map(({ path, signature, complaint }) => [path, signature, complaint])).toEqual([
      [`${place('us-central1')}/publishers/google/models/gemini-2.5-flash:generateContent`, 'ok', undefined],
      [`${place('europe-west1')}/publishers/anthropic/models/claude-sonnet-4-6:rawPredict`, 'ok', undefined],
      [`${place('us-central1')}/endpoints/openapi/chat/completions`, 'ok', undefined],
    ])
    const native = await site.post('/v1/messages', {
      model: 'claude-sonnet-4-6',
      max_tokens: 9,
      messages,
      stream: true,
    })
    expect(await native.text()).toContain('event: message_stop')
    expect(calls().at(-1)?.path).toContain('claude-sonnet-4-6:streamRawPredict')
    const refused = await site.admin.request('PUT', '/api/channel/', { id, other: 'not a region' })
    expect(refused).toMatchObject({ status: 400, body: { field: 'other' } })
  })

  it('C-TYPE-39 the account’s id is required', async () => {
    const columns = { type: 39, name: 'x', key: 'k', models: 'm', group: 'default' }
    expect(await site.admin.request('POST', '/api/channel/', columns)).toMatchObject({
      status: 400,
      body: { field: 'other' },
    })
  })
})
