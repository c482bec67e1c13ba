import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatRequest, connectTo } from '../../faults/raw-http.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const bytesMax = 1_000_000
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }
const strange = `sk-${'x'.repeat(48)}`

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({
    env: {
      TOLLGATE_BODY_BYTES_MAX: String(bytesMax),
      TOLLGATE_BODIES_BYTES_MAX: String(bytesMax),
      TOLLGATE_REDIS_URL: '',
    },
  })
  await relay.addChannel({ models: 'gpt-4o-mini' })
  await relay.addChannel({ type: 14, models: 'claude-haiku-4-5' })
  await relay.addChannel({ type: 24, models: 'gemini-2.5-flash' })
  await relay.setOption('ModelRatio', '{"gpt-4o-mini":1,"claude-haiku-4-5":1,"gemini-2.5-flash":1}')
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const codeOf = async (response: Response): Promise<unknown> => {
  const { error } = (await response.json()) as { error: { code: unknown } }
  return error.code
}

describe('H6: who sends a body is known before it is read', () => {
  it.each([
    ['an unknown key', strange, 401],
    ['no key', '', 401],
    ['a key with a word that is none', 'Bearer', 401],
  ])('%s is refused while its body is still to come', async (_who, key, status) => {
    const connection = connectTo(relay.url)
    connection.send(chatRequest(key, '', [`content-length: ${bytesMax}`]))
    expect(await connection.until((text) => text.includes('\r\n\r\n'))).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    )
    connection.close()
  })

  it.each([
    '/v1/messages/count_tokens',
    '/v1/responses/input_tokens',
    '/v1beta/models/gemini-2.5-flash:countTokens',
    '/v1beta/models/gemini-2.5-flash:streamGenerateContent',
    '/v1/images/edits',
    '/v1/files',
    '/upload/v1beta/files',
    '/v1/nothing/of/the/kind',
    '/api/nothing',
    '/api/token/',
  ])('so it is at %s', async (path) => {
    const connection = connectTo(relay.url)
    const head = chatRequest(strange, '', [`content-length: ${bytesMax}`])
    connection.send(head.replace('/v1/chat/completions', path))
    expect(await connection.until((text) => text.includes('\r\n\r\n'))).toMatch(
      /^HTTP\/1.1 (401|404|415|501) /,
    )
    connection.close()
  })

  it('a wrong key never causes unpacking: even a broken body is only a wrong key', async () => {
    const bomb = gzipSync(Buffer.alloc(bytesMax))
    for (const body of [bomb, Buffer.from('not gzip at all')]) {
      const response = await fetch(`${relay.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          authorization: `Bearer ${strange}`,
        },
        body,
      })
      expect([response.status, await codeOf(response)]).toEqual([401, 'token_invalid'])
    }
  })

  it('a stranger of the management API sends no long body', async () => {
    const login = (length: number) =>
      relay.api.anonymous.request('POST', '/api/user/login', { username: 'a', password: 'x'.repeat(length) })
    expect((await login(70_000)).body.code).toBe('body_too_large')
    expect((await login(100)).body.code).not.toBe('body_too_large')
  })

  it('a refused stream of Google’s is still an array', async () => {
    const path = '/v1beta/models/gemini-2.5-flash:streamGenerateContent'
    const response = await relay.post(path, {}, { authorization: `Bearer ${strange}` })
    expect([response.status, await response.json()]).toMatchObject([401, [{ error: { code: 401 } }]])
  })
})

describe('a body that is too long', () => {
  it('leaves its connection open while it still arrives, so that its sender reads why', async () => {
    const connection = connectTo(relay.url)
    connection.send(chatRequest(relay.key, 'x', [`content-length: ${bytesMax + 1}`]))
    const answer = await connection.until((text) => text.includes('body_too_large'))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    connection.send('x'.repeat(bytesMax))
    connection.send('GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await connection.until((text) => text.includes('HTTP/1.1 401 '))).toContain('HTTP/1.1 401 ')
    connection.close()
  })
})

describe('H6: bodies share one budget', () => {
  it('503 with retry-after beyond it, and room again once a request is answered', async () => {
    const large = { ...chat, messages: [{ role: 'user', content: 'x'.repeat(600_000) }] }
    relay.upstream.next({ holdAt: 'headers' })
    const first = relay.post('/v1/chat/completions', large)
    const held = await relay.upstream.received(1)
    const refused = await relay.post('/v1/chat/completions', large)
    expect([refused.status, refused.headers.get('retry-after'), await codeOf(refused)]).toEqual([
      503,
      '5',
      'too_many_bodies',
    ])
    expect((await relay.post('/v1/chat/completions', chat)).status).toBe(200)
    held.resume()
    expect((await first).status).toBe(200)
    expect((await relay.post('/v1/chat/completions', large)).status).toBe(200)
  })

  it.each(['/v1/messages/count_tokens', '/v1/chat/completions', '/v1/files'])(
    'nothing is left of it after answers and refusals of %s',
    async (path) => {
      const good = JSON.stringify({ ...chat, messages: [{ role: 'user', content: 'hello '.repeat(60_000) }] })
      for (let i = 0; i < 4; i += 1) {
        expect((await relay.post(path, good)).status).not.toBe(503)
        expect((await relay.post(path, `${good}}`)).status).not.toBe(503)
      }
    },
  )
})

describe('H6: packed bodies', () => {
  const postPacked = (body: Buffer, path = '/v1/chat/completions') =>
    fetch(relay.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        authorization: `Bearer ${relay.key}`,
      },
      body,
    })

  it('are understood with a byte order mark, which stays here, and in gzip by its older name', async () => {
    const marked = Buffer.from(`\ufeff${JSON.stringify(chat)}`)
    for (const [body, coding] of [
      [marked, 'identity'],
      [gzipSync(marked), 'gzip'],
      [gzipSync(JSON.stringify(chat)), 'X-Gzip'],
    ] as const) {
      const response = await fetch(`${relay.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': coding,
          authorization: `Bearer ${relay.key}`,
        },
        body,
      })
      expect(response.status, await response.text()).toBe(200)
      const sent = relay.upstream.requests.at(-1)
      expect([sent?.complaint, sent?.json]).toEqual([undefined, expect.objectContaining(chat)])
    }
  })

  it('in a coding that nobody knows are refused by its name, not as if they were no JSON', async () => {
    const response = await fetch(`${relay.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'compress',
        authorization: `Bearer ${relay.key}`,
      },
      body: JSON.stringify(chat),
    })
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect([response.status, error.code]).toEqual([415, 'content_encoding_unknown'])
    expect(error.message).toContain('use one of gzip, deflate, br, zstd, or none')
  })

  it.each(['/v1/chat/completions', '/v1/messages/count_tokens'])(
    'that unpack to more than twenty times their size are refused at %s',
    async (path) => {
      const bomb = gzipSync(JSON.stringify({ ...chat, padding: 'x'.repeat(500_000) }))
      expect(bomb.length * 20).toBeLessThan(500_000)
      const response = await postPacked(bomb, path)
      expect(response.status).toBe(413)
      expect(await response.text()).toContain('more than 20 times')
    },
  )

  it('of an ordinary ratio are served, and larger than the limit are not', async () => {
    const random = (bytes: number) => randomBytes(bytes / 2).toString('hex')
    const text = (bytes: number) =>
      JSON.stringify({ ...chat, messages: [{ role: 'user', content: random(bytes) }] })
    expect((await postPacked(gzipSync(text(20_000)))).status).toBe(200)
    const large = await postPacked(gzipSync(text(bytesMax)))
    expect([large.status, await codeOf(large)]).toEqual([413, 'body_too_large'])
  })
})

describe('H6: counting tokens and listing models obey the rules of the token', () => {
  const routes = [
    ['POST', '/v1/messages/count_tokens', 'claude-haiku-4-5'],
    ['POST', '/v1/responses/input_tokens', 'gpt-4o-mini'],
    ['POST', '/v1beta/models/gemini-2.5-flash:countTokens', 'gemini-2.5-flash'],
    ['GET', '/v1/models', ''],
    ['GET', '/v1/models/gpt-4o-mini', ''],
  ] as const
  type Route = readonly [method: 'GET' | 'POST', path: string, model: string]
  const ask = (key: string, [method, path, model]: Route) =>
    fetch(relay.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      ...(method === 'POST'
        ? {
            body: JSON.stringify({
              ...chat,
              model,
              input: 'hello',
              contents: [{ parts: [{ text: 'hello' }] }],
            }),
          }
        : {}),
    })

  it.each(routes)('%s %s: status, address and rate limits', async (method, path, model) => {
    const route = [method, path, model] as const
    expect((await ask(relay.key, route)).status).toBe(200)
    const elsewhere = await relay.addToken({ allow_ips: '192.0.2.1' })
    expect((await ask(elsewhere, route)).status).toBe(403)
    const limited = await relay.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 1,
      rate_limit_success: 0,
    })
    expect((await ask(limited, route)).status).toBe(200)
    expect((await ask(limited, route)).status).toBe(429)
    const successes = await relay.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 0,
      rate_limit_success: 1,
    })
    expect((await ask(successes, route)).status).toBe(200)
    expect((await ask(successes, route)).status).toBe(429)
  })

  it('models that a token may not use are not counted for, whatever the body says beside the address', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
    for (const route of routes.filter(([method, , model]) => method === 'POST' && model !== 'gpt-4o-mini'))
      expect([route[1], (await ask(key, route)).status]).toEqual([route[1], 403])
    const disguised = await fetch(`${relay.url}/v1beta/models/gemini-2.5-flash:countTokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'gpt-4o-mini', contents: [{ parts: [{ text: 'hello' }] }] }),
    })
    expect(disguised.status).toBe(403)
  })
})
