import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startSimulator } from './simulator.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const upstream = await startSimulator({
  models: ['a', 'b'],
  verify: {
    sigv4: { accessKey: 'AK', secretKey: 'SK', region: 'us-east-1' },
    tc3: { secretId: 'ID', secretKey: 'KEY' },
    spark: { apiKey: 'K', apiSecret: 'S' },
    zhipu: { key: 'id.secret' },
    vertex: { publicKey: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
  },
})
const open = await startSimulator()
afterAll(() => Promise.all([upstream.close(), open.close()]))
beforeEach(() => {
  upstream.reset()
  open.reset()
})

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

const user = { role: 'user', content: 'hi' }

describe('a wrong or missing signature is answered as the vendor does', () => {
  it('Bedrock', async () => {
    const path = '/model/anthropic.claude-sonnet-4-5/invoke'
    const body = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 9, messages: [user] }
    const missing = await post(upstream.url + path, body)
    expect([missing.status, missing.headers.get('x-amzn-errortype')]).toEqual([
      403,
      'MissingAuthenticationTokenException',
    ])
    const authorization = 'AWS4-HMAC-SHA256 Credential=OTHER/x, SignedHeaders=host, Signature=0'
    const wrong = await post(upstream.url + path, body, { authorization })
    expect([wrong.status, wrong.headers.get('x-amzn-errortype')]).toEqual([
      403,
      'UnrecognizedClientException',
    ])
    expect(upstream.requests.map(({ signature }) => signature)).toEqual(['absent', 'wrong'])
  })

  it('Hunyuan, with status 200', async () => {
    const response = await post(
      `${upstream.url}/`,
      { Model: 'hunyuan-lite' },
      { 'x-tc-action': 'ChatCompletions' },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      Response: { Error: { Code: 'AuthFailure.InvalidAuthorization' } },
    })
  })

  it('Zhipu, whose key opens as it is', async () => {
    const ask = async (key: string) =>
      (
        await post(
          `${upstream.url}/api/paas/v4/chat/completions`,
          { model: 'glm-5', messages: [user] },
          { authorization: `Bearer ${key}` },
        )
      ).status
    expect([await ask('id.secret'), await ask('a.b.c')]).toEqual([200, 401])
    expect(upstream.requests.map(({ signature }) => signature)).toEqual(['absent', 'wrong'])
  })

  it('Spark, at the handshake', async () => {
    const address = `${upstream.url.replace('http', 'ws')}/v3.5/chat`
    const socket = new WebSocket(address)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(401)
    socket.on('error', () => undefined)
    socket.terminate()
  })
})

describe('a wrong key', () => {
  it.each([
    [
      '/v1/messages',
      { 'x-api-key': 'right', 'anthropic-version': '2023-06-01' },
      401,
      'authentication_error',
    ],
    [
      '/v1beta/models/gemini-2.5-flash:generateContent',
      { 'x-goog-api-key': 'right' },
      400,
      'API_KEY_INVALID',
    ],
    ['/v1/responses', { authorization: 'Bearer right' }, 401, 'invalid_api_key'],
    ['/v2/chat', { authorization: 'Bearer right' }, 401, 'message'],
  ])(
    'is answered in the words of the vendor, the right one opens: %s',
    async (path, headers, status, words) => {
      await using guarded = await startSimulator({ keys: ['right'] })
      const body = { model: 'm', max_tokens: 9, messages: [user] }
      const refused = await post(guarded.url + path, body)
      expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(words)])
      const opened = await post(guarded.url + path, body, headers as unknown as Record<string, string>)
      expect(await opened.text()).not.toContain(words === 'message' ? 'told to fail' : words)
    },
  )
})

describe('Vertex AI', () => {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const assertion = (iat: number) => {
    const text = `${base64({ alg: 'RS256' })}.${base64({ iss: 'a', scope: 's', aud: 'https://x/token', iat, exp: iat + 3600 })}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
  }
  const fetchToken = (text: string) =>
    post(
      `${upstream.url}/token`,
      new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: text,
      }).toString(),
    )
  const place = `${upstream.url}/v1/projects/p/locations/global/publishers`
  const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]

  it('issues a token for an assertion and serves who shows it', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await fetchToken(assertion(now - 7200))).status).toBe(400)
    upstream.next({ text: 'from the queue' })
    const { access_token: token } = (await (await fetchToken(assertion(now))).json()) as {
      access_token: string
    }
    const url = `${place}/google/models/gemini-2.5-flash:generateContent`
    expect((await post(url, { contents })).status).toBe(401)
    const served = await post(url, { contents }, { authorization: `Bearer ${token}` })
    expect(await served.json()).toMatchObject({ usageMetadata: { trafficType: 'ON_DEMAND' } })
    const claude = await post(
      `${place}/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict`,
      { anthropic_version: 'vertex-2023-10-16', stream: true, max_tokens: 9, messages: [user] },
      { authorization: `Bearer ${token}` },
    )
    expect(await claude.text()).toContain('event: message_stop')
    expect(upstream.requests.map(({ signature }) => signature)).toEqual(['wrong', 'ok', 'absent', 'ok', 'ok'])
  })

  it('embeds and draws', async () => {
    const google = `${open.url}/v1/projects/p/locations/global/publishers/google/models`
    const embedded = await post(`${google}/gemini-embedding-001:predict`, { instances: [{ content: 'a' }] })
    expect(await embedded.json()).toMatchObject({
      predictions: [{ embeddings: { statistics: { token_count: 9 } } }],
    })
    const drawn = await post(`${google}/imagen-4.0:predict`, {
      instances: [{ prompt: 'a' }],
      parameters: { sampleCount: 2 },
    })
    expect(await drawn.json()).toMatchObject({ predictions: [{ mimeType: 'image/png' }, {}] })
  })
})

describe('Bedrock', () => {
  it('streams binary frames whose lengths and payloads add up', async () => {
    open.next({ text: 'two words', tokens: { input: 50, cached: 20 } })
    const response = await post(
      `${open.url}/model/us.anthropic.claude-sonnet-4-5-v1%3A0/invoke-with-response-stream`,
      {
        anthropic_version: 'bedrock-2023-05-31',
        max_tokens: 9,
        messages: [user],
      },
    )
    expect(response.headers.get('content-type')).toBe('application/vnd.amazon.eventstream')
    const bytes = Buffer.from(await response.arrayBuffer())
    const events: { type: string }[] = []
    for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
      const headers = bytes.readUInt32BE(at + 4)
      const payload = bytes.subarray(at + 12 + headers, at + bytes.readUInt32BE(at) - 4)
      const { bytes: inner } = JSON.parse(payload.toString()) as { bytes: string }
      events.push(JSON.parse(Buffer.from(inner, 'base64').toString()))
    }
    expect(events[0]).toMatchObject({ message: { model: 'claude-sonnet-4-5' } })
    expect(events.at(-1)).toMatchObject({
      type: 'message_stop',
      'amazon-bedrock-invocationMetrics': { inputTokenCount: 30, cacheReadInputTokenCount: 20 },
    })
  })

  it('breaks a stream with an exception frame', async () => {
    open.next({ errorAfterEvents: 2, error: { message: 'gone' } })
    const response = await post(`${open.url}/model/anthropic.claude-x/invoke-with-response-stream`, {
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 9,
      messages: [user],
    })
    expect(await response.text()).toMatch(/:exception-type.*modelStreamErrorException.*\{"message":"gone"\}/s)
  })
})

describe('Spark', () => {
  const signedAddress = () => {
    const { host } = new URL(upstream.url)
    const date = new Date().toUTCString()
    const text = `host: ${host}\ndate: ${date}\nGET /v4.0/chat HTTP/1.1`
    const signature = createHmac('sha256', 'S').update(text).digest('base64')
    const origin = `api_key="K", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`
    const query = new URLSearchParams({ authorization: Buffer.from(origin).toString('base64'), date, host })
    return `ws://${host}/v4.0/chat?${query}`
  }
  const ask = async (frame: object) => {
    const socket = new WebSocket(signedAddress())
    await once(socket, 'open')
    const frames: { header: { status: number; code: number } }[] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    socket.send(JSON.stringify(frame))
    await once(socket, 'close')
    return frames
  }
  const question = {
    header: { app_id: 'app' },
    parameter: { chat: { domain: '4.0Ultra' } },
    payload: { message: { text: [user] } },
  }

  it('answers one question in frames, usage in the last, and closes', async () => {
    upstream.next({ text: 'one two', tokens: { input: 5, output: 6 } })
    const frames = await ask(question)
    expect(frames.map(({ header }) => header.status)).toEqual([0, 1, 2])
    expect(frames.at(-1)).toMatchObject({
      payload: { choices: { status: 2 }, usage: { text: { prompt_tokens: 5, completion_tokens: 6 } } },
    })
    expect(upstream.requests[0]).toMatchObject({ protocol: 'spark', model: '4.0Ultra', signature: 'ok' })
    expect(await upstream.requests[0]?.over).toBe('answered')
  })

  it('reports errors as a frame', async () => {
    upstream.next({ status: 429 })
    expect((await ask(question))[0]?.header.code).toBe(11_202)
    expect((await ask({ ...question, header: {} }))[0]?.header.code).toBe(10_004)
  })
})

describe('Baidu, first version', () => {
  const place = `${open.url}/rpc/2.0/ai_custom/v1/wenxinworkshop`
  const newToken = async () => {
    const response = await post(
      `${open.url}/oauth/2.0/token?grant_type=client_credentials&client_id=a&client_secret=b`,
      '',
    )
    return ((await response.json()) as { access_token: string }).access_token
  }

  it('serves who fetched a token, errors with status 200', async () => {
    const body = { messages: [user] }
    const refused = await post(`${place}/chat/completions_pro?access_token=none`, body)
    expect([refused.status, await refused.json()]).toEqual([
      200,
      expect.objectContaining({ error_code: 110 }),
    ])
    const token = await newToken()
    const served = await post(`${place}/chat/completions_pro?access_token=${token}`, body)
    expect(await served.json()).toMatchObject({ usage: { total_tokens: 21 }, finish_reason: 'normal' })
    const streamed = await post(`${place}/chat/completions_pro?access_token=${token}`, {
      ...body,
      stream: true,
    })
    expect(await streamed.text()).toMatch(/"is_end":true.*"usage"/)
    const twice = await post(`${place}/chat/completions?access_token=${token}`, { messages: [user, user] })
    expect(await twice.json()).toMatchObject({ error_code: 336_104 })
    const embedded = await post(`${place}/embeddings/embedding-v1?access_token=${token}`, {
      input: ['a', 'b'],
    })
    expect(await embedded.json()).toMatchObject({ data: [{ index: 0 }, { index: 1 }] })
  })
})

describe('other protocols', () => {
  it('Hunyuan, plain and streamed', async () => {
    const body = { Model: 'hunyuan-lite', Messages: [{ Role: 'user', Content: 'hi' }] }
    const headers = { 'x-tc-action': 'ChatCompletions' }
    const plain = await post(`${open.url}/`, body, headers)
    expect(await plain.json()).toMatchObject({
      Response: { Choices: [{ FinishReason: 'stop' }], Usage: { TotalTokens: 21 } },
    })
    const streamed = await post(`${open.url}/`, { ...body, Stream: true }, headers)
    expect((await streamed.text()).trim().split('\n\n').at(-1)).toMatch(
      /"FinishReason":"stop".*"CompletionTokens":12/,
    )
  })

  it('Dify', async () => {
    const body = { query: 'hi', user: 'u', inputs: {} }
    const plain = await post(`${open.url}/v1/chat-messages`, { ...body, response_mode: 'blocking' })
    expect(await plain.json()).toMatchObject({ metadata: { usage: { total_tokens: 21 } } })
    const streamed = await post(`${open.url}/v1/chat-messages`, { ...body, response_mode: 'streaming' })
    expect(await streamed.text()).toContain('"event":"message_end"')
    const wrong = await post(`${open.url}/v1/chat-messages`, { query: 'hi' })
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_param' }),
    ])
  })

  it('Ollama, a line per piece', async () => {
    const response = await post(`${open.url}/api/chat`, { model: 'q', messages: [user] })
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toMatchObject({
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 9,
      eval_count: 12,
    })
  })

  it('Cohere: chat streamed, embed and rerank', async () => {
    open.always({ text: 'hello' })
    const streamed = await post(`${open.url}/v2/chat`, { model: 'c', messages: [user], stream: true })
    const text = await streamed.text()
    expect(text).toMatch(/event: message-end\ndata: .*"billed_units":\{"input_tokens":9,"output_tokens":12\}/)
    const embedded = await post(`${open.url}/v2/embed`, {
      model: 'e',
      texts: ['a', 'b'],
      input_type: 'search_query',
    })
    expect(await embedded.json()).toMatchObject({ meta: { billed_units: { input_tokens: 16 } } })
    const ranked = await post(`${open.url}/v2/rerank`, {
      model: 'r',
      query: 'q',
      documents: ['a', 'b', 'c'],
      top_n: 2,
    })
    expect(await ranked.json()).toMatchObject({ results: [{ index: 2, relevance_score: 1 }, { index: 1 }] })
  })

  it('each its own list of models', async () => {
    const list = async (path: string, headers = {}) =>
      JSON.stringify(await (await fetch(upstream.url + path, { headers })).json())
    expect(await list('/v1/models', { 'anthropic-version': '2023-06-01' })).toContain('"first_id":"a"')
    expect(await list('/v1beta/models')).toContain('"name":"models/a"')
    expect(await list('/v1/models?endpoint=chat')).toContain('"endpoints"')
    expect(await list('/api/tags')).toContain('"models"')
    expect(await list('/v1/models')).toContain('"owned_by"')
  })
})
