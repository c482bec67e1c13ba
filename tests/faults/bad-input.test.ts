import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Account, TokenOfAccount } from './account.ts'
import { chatRequest, connectTo, type RawConnection, statusesOf } from './raw-http.ts'
import { models, type Site, startSite } from './site.ts'

let site: Site
let account: Account
let token: TokenOfAccount

/** Connections whose headers never end, kept open during all tests of this file. */
let slow: RawConnection[]

beforeAll(async () => {
  site = await startSite()
  slow = Array.from({ length: 200 }, () => connectTo(site.url))
  for (const connection of slow) connection.send('POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-a: ')
  account = await site.createAccount('anna', 100_000_000)
  token = await account.createToken()
})
afterAll(() => site.stop())

const relayPaths = ['/v1/chat/completions', '/v1/completions', '/v1/embeddings', '/v1/moderations']

const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, text: await response.text() }
}

const codeOf = (text: string): unknown => {
  const body = JSON.parse(text) as { code?: unknown; error?: { code?: unknown } }
  return body.error?.code ?? body.code
}

/**
 * Checks that a request was either refused with a 4xx status and a code or served, but never failed with a 5xx status.
 */
const expectSane = ({ status, text }: { status: number; text: string }, given: unknown) => {
  expect(status, `${JSON.stringify(given)?.slice(0, 300)} -> ${text.slice(0, 300)}`).toBeLessThan(500)
  if (status >= 400) expect(codeOf(text), text.slice(0, 300)).toMatch(/^\w+$/)
}

const good: Readonly<Record<string, unknown>> = {
  model: models.whole.name,
  messages: [{ role: 'user', content: 'hello' }],
  prompt: 'hello',
  input: 'hello',
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    -1,
    0,
    1e308,
    -1e308,
    2 ** 53,
    0.1,
    '',
    ' ',
    'NaN',
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    true,
  ),
)
const fields = [
  'model',
  'messages',
  'prompt',
  'input',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'best_of',
  'temperature',
  'tools',
  'functions',
  'response_format',
  'reasoning_effort',
  'user',
  'encoding_format',
  'dimensions',
  'group',
]

describe('the relay', () => {
  it('answers any JSON with a 4xx that has a code, or serves it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...relayPaths), fc.jsonValue(), async (path, body) => {
        expectSane(await post(path, JSON.stringify(body)), body)
      }),
      { numRuns: 300 },
    )
  })

  it('answers a good request with some fields of wrong kinds likewise', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...relayPaths),
        fc.dictionary(fc.constantFrom(...fields), odd, { minKeys: 1, maxKeys: 4 }),
        async (path, wrong) => {
          // The simulator streams every answer for which streaming is requested, but no provider streams embeddings.
          const { stream, ...others } = wrong
          const isStreamed = path.endsWith('completions')
          expectSane(
            await post(path, JSON.stringify({ ...good, ...others, ...(isStreamed ? { stream } : {}) })),
            wrong,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('answers messages of any shape likewise', async () => {
    const message = fc.oneof(
      odd,
      fc.record(
        {
          role: fc.oneof(fc.constantFrom('user', 'system', 'tool'), odd),
          content: odd,
          tool_calls: odd,
          name: odd,
        },
        { requiredKeys: [] },
      ),
      fc.record({
        role: fc.constant('user'),
        content: fc.array(
          fc.record(
            {
              type: fc.oneof(fc.constantFrom('text', 'image_url', 'input_audio', 'file'), odd),
              text: odd,
              image_url: odd,
            },
            { requiredKeys: [] },
          ),
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), async (messages) => {
        expectSane(await post('/v1/chat/completions', JSON.stringify({ ...good, messages })), messages)
      }),
      { numRuns: 300 },
    )
  })

  const wrapped = (value: string) =>
    `{"model":"${models.whole.name}","messages":[{"role":"user","content":"x"}],${value}}`
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['nothing', ''],
    ['half an object', '{"model":'],
    ['NaN', wrapped('"temperature":NaN')],
    ['Infinity', wrapped('"temperature":Infinity')],
    ['a key twice in the prototype', wrapped('"__proto__":{"isAdmin":true}')],
    ['nesting of 100', wrapped(`"metadata":${deep(100)}`)],
    ['nesting of 100,000', wrapped(`"metadata":${deep(100_000)}`)],
    ['nothing but opening brackets', '['.repeat(1_000_000)],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ],
    ['UTF-16', Buffer.from(JSON.stringify(good), 'utf16le')],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a negative cap', wrapped('"max_tokens":-1')],
    ['a cap beyond all numbers', wrapped('"max_tokens":1e400')],
    ['a fraction as a cap', wrapped('"max_tokens":1.5')],
    ['a text as a cap', wrapped('"max_tokens":"100"')],
    ['minus a billion choices', wrapped('"n":-1000000000')],
    ['no model', '{"messages":[{"role":"user","content":"x"}]}'],
    ['a model that is a number', '{"model":7,"messages":[{"role":"user","content":"x"}]}'],
    ['a model of a million letters', `{"model":"${'m'.repeat(1_000_000)}","messages":[]}`],
  ])('refuses %s', async (_name, body) => {
    for (const path of relayPaths) {
      const answer = await post(path, body)
      // Other endpoints do not look at the parts of a body that they do not use.
      if (path === '/v1/chat/completions')
        expect([400, 413, 503], answer.text.slice(0, 200)).toContain(answer.status)
      expectSane(answer, body.slice(0, 100))
    }
  })

  it('a cap that could cost more than everything there is, is refused before any call', async () => {
    const hits = site.upstream.hits
    for (const cap of ['9007199254740991', '1e15', '1e18'])
      expect(
        (await post('/v1/chat/completions', wrapped(`"max_tokens":${cap}`))).status,
      ).toBeGreaterThanOrEqual(400)
    expect(site.upstream.hits).toBe(hits)
  })

  it.each<[string, Record<string, string>]>([
    ['content type', { 'content-type': 'text/plain' }],
    ['content coding', { 'content-encoding': 'lzma' }],
    ['stack of two codings', { 'content-encoding': 'gzip, gzip' }],
    ['body that is not gzip', { 'content-encoding': 'gzip' }],
  ])('survives an odd %s', async (_name, headers) => {
    expectSane(await post('/v1/chat/completions', JSON.stringify(good), headers), headers)
  })

  it('headers that are too long are refused', async () => {
    const long = connectTo(site.url)
    long.send(chatRequest(token.key, '{}', [`x-long: ${'x'.repeat(100_000)}`]))
    expect(statusesOf(await long.until((text) => text.includes('\r\n')))[0]).toBe(431)
    long.close()
  })
})

describe('the management API', () => {
  const state = async () => {
    const tables = ['users', 'tokens', 'channels', 'redemptions', 'options', 'setup']
    return Promise.all(tables.map((table) => site.store.query(`SELECT * FROM ${table} ORDER BY 1`)))
  }
  /** Endpoints that create or change objects; where an ID is needed, the body names an existing one. */
  const targets: readonly [method: string, path: string, good: Record<string, unknown>][] = [
    ['POST', '/api/channel/', { type: 1, name: 'x', key: 'k', models: 'm', group: 'default' }],
    ['PUT', '/api/channel/', { id: 1 }],
    ['POST', '/api/token/', { name: 'x' }],
    ['PUT', '/api/token/', { id: 1, name: 'x' }],
    ['POST', '/api/redemption/', { name: 'x', quota: 1, count: 1 }],
    ['POST', '/api/user/topup', { key: 'x' }],
    ['POST', '/api/user/', { username: 'x', password: 'long-enough' }],
    ['POST', '/api/user/credit', { id: 1, delta: '1' }],
    ['POST', '/api/user/manage', { id: 1, action: 'enable' }],
    ['PUT', '/api/option/', { key: 'RetryTimes', value: '1' }],
  ]
  const send = async (method: string, path: string, body: string) => {
    const response = await fetch(site.url + path, { method, headers: adminHeaders, body })
    return { status: response.status, text: await response.text() }
  }
  let adminHeaders: Record<string, string>
  beforeAll(async () => {
    const login = await fetch(`${site.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: 'correct-horse' }),
    })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    adminHeaders = { cookie, 'tollgate-user': '1', 'content-type': 'application/json' }
  })

  it.each(targets)(
    '%s %s refuses what no form would send, and changes nothing',
    async (method, path, form) => {
      const before = await state()
      const wrong = [
        '',
        'null',
        '[]',
        '"x"',
        '7',
        '{',
        '{"__proto__":{"role":100}}',
        ...Object.keys(form).flatMap((key) =>
          ['null', '{}', '[]', '1e999', '-1e308', '"\\u0000"', '""', 'true', '-9007199254740993'].map(
            (value) =>
              `{${Object.entries({ ...form, [key]: 0 })
                .map(
                  ([name, each]) => `${JSON.stringify(name)}:${name === key ? value : JSON.stringify(each)}`,
                )
                .join(',')}}`,
          ),
        ),
      ]
      const statuses: number[] = []
      for (const body of wrong) {
        const answer = await send(method, path, body)
        expectSane(answer, body)
        statuses.push(answer.status)
      }
      const refused = statuses.filter((status) => status >= 400).length
      expect(refused).toBeGreaterThan(statuses.length / 2)
      if (refused === statuses.length) expect(await state()).toEqual(before)
    },
  )

  it('a body of 100 MB is refused by its length', async () => {
    const connection = connectTo(site.url)
    connection.send(
      [
        'POST /api/token/ HTTP/1.1',
        'host: x',
        ...Object.entries(adminHeaders).map(([name, value]) => `${name}: ${value}`),
        'content-length: 104857600',
        '',
        '',
      ].join('\r\n'),
    )
    expect(statusesOf(await connection.until((text) => text.includes('\r\n\r\n')))[0]).toBe(413)
    connection.close()
  })
})

it('headers that never end are cut off, however slowly they go on', async () => {
  for (const connection of slow) connection.send('b')
  for (const connection of slow)
    expect(statusesOf(await connection.until((text) => text.includes('\r\n')))).toEqual([408])
})

it('after all that the same process runs, its books are right and it served everybody', async () => {
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(await Promise.race([site.gateway.ended, 'running'])).toBe('running')
  expect((await site.store.readBooks()).holds).toEqual([])
  expect(await site.admin.audit()).toMatchObject({ isClean: true })
  expect(site.gateway.output()).not.toMatch(/"code":"internal"|uncaughtException|unhandledRejection/)
})

it('requests with a wrong key do not fill the log', async () => {
  const linesNow = () => site.gateway.output().match(/"token_invalid"/g)?.length ?? 0
  const before = linesNow()
  for (let i = 0; i < 500; i += 1) {
    const response = await fetch(`${site.url}/v1/models`, { headers: { authorization: 'Bearer sk-wrong' } })
    expect(response.status).toBe(401)
    await response.text()
  }
  // A slow machine may need longer than one window.
  expect(linesNow() - before).toBeLessThanOrEqual(300)
})
