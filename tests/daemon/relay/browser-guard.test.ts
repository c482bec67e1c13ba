import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const page = '<script>alert(document.domain)</script>'
const guard = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
}
const speech = { model: 'tts-1', input: 'hello', voice: 'alloy' }
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'gpt-4o-mini,tts-1,whisper-1' })
  await relay.setOption('ModelRatio', '{"gemini-2.5-flash":1,"gpt-4o-mini":1,"tts-1":1,"whisper-1":1}')
  await relay.addChannel({ type: 24, models: 'gemini-2.5-flash' })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const guardOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(guard).map((name) => [name, headers.get(name)]))

const transcribe = (format: string) => {
  const form = new FormData()
  form.set('model', 'whisper-1')
  form.set('response_format', format)
  form.set('file', new Blob(['sound'], { type: 'audio/wav' }), 'a.wav')
  return fetch(`${relay.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${relay.key}` },
    body: form,
  })
}

describe('C2: the content type of an answer is one of ours', () => {
  it.each([
    ['audio/mpeg', 'audio/mpeg'],
    ['audio/L16; rate=24000; channels=1', 'audio/L16; rate=24000; channels=1'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['audio/x+xml', 'application/octet-stream'],
    ['audio/mpeg, text/html', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
  ])('speech that comes as %s is %s', async (contentType, expected) => {
    relay.upstream.next({ body: page, contentType })
    const response = await relay.post('/v1/audio/speech', speech)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expected])
    expect(guardOf(response)).toEqual(guard)
    expect(await response.text()).toBe(page)
  })

  it.each([
    ['srt', 'text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
    ['vtt', 'text/vtt', 'text/plain; charset=utf-8'],
    ['text', 'text/html', 'application/octet-stream'],
  ])('a transcript in %s that comes as %s is %s', async (format, contentType, expected) => {
    relay.upstream.next({ body: page, contentType })
    const response = await transcribe(format)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expected])
    expect(guardOf(response)).toEqual(guard)
  })

  it.each(['text/html', 'text/html; json', 'application/xhtml+xml'])(
    'a chat answer that comes as %s is JSON',
    async (contentType) => {
      relay.upstream.next({ text: page, contentType })
      const response = await relay.post('/v1/chat/completions', chat)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(guardOf(response)).toEqual(guard)
    },
  )

  it('a stream is events, whatever else its upstream calls it', async () => {
    relay.upstream.next({ text: page, contentType: 'text/html; text/event-stream' })
    const response = await relay.post('/v1/chat/completions', { ...chat, stream: true })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(guardOf(response)).toEqual(guard)
    expect(await response.text()).toContain('[DONE]')
  })
})

describe('C2: every answer of the relay forbids a browser to run it', () => {
  it.each([
    ['POST', '/v1/chat/completions'],
    ['POST', '/pg/chat/completions'],
    ['POST', '/pg/images/generations'],
    ['POST', '/v1beta/models/gemini-2.5-flash:generateContent'],
    ['POST', '/v1/messages/count_tokens'],
    ['GET', '/v1/models'],
    ['GET', '/v1/files'],
    ['GET', '/v1/nothing/of/the/kind'],
    ['POST', '/mj/submit/imagine'],
    ['GET', '/v1/%zz'],
    ['OPTIONS', '/v1/chat/completions'],
    ['GET', '/api/status'],
    ['GET', '/api/nothing'],
  ])('%s %s, refused or not', async (method, path) => {
    expect(guardOf(await fetch(relay.url + path, { method }))).toEqual(guard)
  })

  it('an error of the upstream too', async () => {
    relay.upstream.next({ status: 400, error: { message: page } })
    const response = await relay.post('/v1/audio/speech', speech)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json'])
    expect(guardOf(response)).toEqual(guard)
  })

  it('and clients in a browser on another site still get their answers', async () => {
    const preflight = await fetch(`${relay.url}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const answer = await relay.post('/v1/chat/completions', chat, {
      origin: 'https://app.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })
})

describe('C2: a browser cannot be sent to the relay', () => {
  const inject = (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string,
  ) =>
    relay.api.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${relay.key}`, 'accept-language': 'en', ...headers },
      ...(payload === undefined ? {} : { payload }),
    })

  it.each([
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-dest': 'document' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'frame' },
    { 'sec-fetch-dest': 'embed' },
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'object' },
  ])('403 for %o, and nobody is asked', async (headers) => {
    const json = { 'content-type': 'application/json' }
    for (const answer of [
      await inject('POST', '/v1/audio/speech', { ...headers, ...json }, JSON.stringify(speech)),
      await inject('POST', '/pg/chat/completions', { ...headers, ...json }, JSON.stringify(chat)),
      await inject('GET', '/v1/models', headers),
      await inject('GET', `/v1beta/models?key=${relay.key}`, headers),
    ]) {
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('opened as a page')])
      expect(answer.headers).toMatchObject(guard)
    }
    expect(relay.upstream.hits).toBe(0)
  })

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('415 for a body of %s where JSON is taken', async (contentType) => {
    for (const path of [
      '/v1/audio/speech',
      '/v1/chat/completions',
      '/pg/chat/completions',
      '/pg/images/generations',
      '/v1/messages/count_tokens',
      '/v1beta/models/gemini-2.5-flash:generateContent',
    ]) {
      const answer = await inject('POST', path, { 'content-type': contentType }, JSON.stringify(speech))
      expect([path, answer.statusCode]).toEqual([path, 415])
    }
    const form = await inject('POST', '/v1/images/edits', { 'content-type': 'text/plain' }, 'x')
    expect(form.statusCode).toBe(415)
    expect(relay.upstream.hits).toBe(0)
  })

  it.each([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'Application/JSON' },
    {},
  ])('a program may say %o', async (headers) => {
    const answer = await inject('POST', '/v1/audio/speech', headers, JSON.stringify(speech))
    expect(answer.statusCode).toBe(200)
  })

  it('a key in the query counts on Google’s routes only', async () => {
    const ask = (path: string, body?: unknown) =>
      fetch(`${relay.url}${path}?key=${relay.key}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).then(({ status }) => [path, status])
    const google = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
    for (const [path, body] of [
      ['/v1/audio/speech', speech],
      ['/v1/chat/completions', chat],
      ['/v1/messages', { ...chat, max_tokens: 5 }],
      ['/v1/messages/count_tokens', chat],
      ['/v1/responses/input_tokens', chat],
      ['/v1beta/openai/models'],
    ] as const)
      expect(await ask(path, body)).toEqual([path, 401])
    expect(relay.upstream.hits).toBe(0)
    for (const [path, body] of [
      ['/v1beta/models/gemini-2.5-flash:generateContent', google],
      ['/v1/models/gemini-2.5-flash:generateContent', google],
      ['/v1beta/models/gemini-2.5-flash:countTokens', google],
      ['/v1beta/models'],
      ['/v1/models'],
    ] as const)
      expect(await ask(path, body)).toEqual([path, 200])
  })
})
