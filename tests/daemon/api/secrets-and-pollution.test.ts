import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId, operationIds, readSchema } from '../../../src/daemon/http/contract.ts'
import { type Method, startTestApi, type TestApi, testPassword } from '../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Every read operation of the contract that needs no argument. The log list returns the same rows as the live feed. */
const readings = operationIds()
  .filter((id) => id !== 'followEvents')
  .map((id) => contract(id as OperationId))
  .filter(({ method, url, config }) => method === 'GET' && !url.includes(':') && !config.isChange)

describe('what administrators read', () => {
  it('holds no credential of anybody', async () => {
    const systemToken = await api.root.call<string>('GET', '/api/user/token')
    const named = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'ci',
      scopes: ['*'],
    })
    const alice = await api.createUser('alice')
    const setting = JSON.stringify({ webhook_secret: 'marker-webhook' })
    await api.services.knex('users').where({ id: alice.id }).update({ setting })
    for (const key of ['EpayKey', 'GitHubClientSecret', 'oidc.client_secret', 'SMTPToken', 'WorkerValidKey'])
      await api.root.call('PUT', '/api/option/', { key, value: 'marker-option' })
    await api.root.call('POST', '/api/channel/', {
      name: 'secretive',
      type: 1,
      key: 'marker-channel-key',
      models: 'gpt-4o',
      group: 'default',
      base_url: 'http://127.0.0.1:9',
    })
    const admin = await api.createUser('admin', 10)
    const hashes = (await api.services.knex('users').select('password_hash')).map((row) => row.password_hash)
    const sessions = [api.root, alice, admin].map(({ headers }) => headers.cookie?.replace('session=', ''))
    const secrets = [systemToken, named.token, testPassword, ...hashes, ...sessions, 'marker-', 'argon2']

    for (const caller of [api.root, admin])
      for (const { method, url } of readings) {
        const answer = await caller.request(method as Method, `${url}?page_size=100`)
        for (const secret of secrets)
          expect([url, secret, answer.text.includes(String(secret))]).toEqual([url, secret, false])
        // A sealed value as stored in the database.
        expect(answer.text, url).not.toMatch(/v1\.[0-9a-f]{8}\.[\w-]{16}\./)
      }
    const channel = await admin.call<{ items: { id: number }[] }>('GET', '/api/channel/')
    const shown = await admin.request('GET', `/api/channel/${channel.items[0]?.id}`)
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain('marker-')
  })
})

describe('numbers beyond all bounds', () => {
  interface Part {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
    readonly required?: readonly string[]
  }
  const integersOf = ({ properties = {} }: Part) =>
    Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
  const gets = operationIds()
    .map((id) => contract(id as OperationId))
    .filter(({ method }) => method === 'GET')
  const asked = gets.flatMap(({ url, schema }) => {
    const parts = schema as { readonly params?: unknown; readonly querystring?: unknown }
    const params: Part = readSchema(parts.params)
    const query: Part = readSchema(parts.querystring)
    const needed = (query.required ?? []).map((name) => [name, '1'])
    const addressOf = (given: Readonly<Record<string, string>>) => {
      const path = url.replaceAll(/:(\w+)/g, (_, name) => given[name] ?? '1')
      const asking = Object.entries(given).filter(([name]) => !url.includes(`:${name}`))
      return `${path}?${new URLSearchParams(Object.fromEntries([...needed, ...asking]))}`
    }
    return [...integersOf(params), ...integersOf(query)].map((name) => ({
      name,
      at: (value: string) => addressOf({ [name]: value }),
    }))
  })

  it.each(['9'.repeat(400), `-${'9'.repeat(400)}`, '1e309', '1e300', '9007199254740993'])(
    '400 in a path and in a query: %s',
    async (value) => {
      expect(asked.length).toBeGreaterThan(60)
      for (const { name, at } of asked) {
        const { status, body } = await api.root.requestUnproven('GET', at(value))
        expect([at(''), status, body.field]).toEqual([at(''), 400, name])
      }
    },
  )
})

describe('names of the language as names of things', () => {
  const payloads = [
    '{"__proto__":{"role":100}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}',
  ]

  it('pollute nothing through JSON texts', async () => {
    const keys = [
      'ModelRatio',
      'ModelPrice',
      'CompletionRatio',
      'CacheRatio',
      'GroupRatio',
      'UserUsableGroups',
      'GroupGroupRatio',
      'TopupGroupRatio',
      'Chats',
      'gemini.safety_settings',
      'claude.default_max_tokens',
      'claude.model_headers_settings',
    ]
    for (const key of keys)
      for (const value of payloads) {
        const answer = await api.root.request('PUT', '/api/option/', { key, value })
        expect([key, answer.status < 500]).toEqual([key, true])
      }
    for (const field of ['model_mapping', 'status_code_mapping', 'setting', 'param_override', 'other'])
      for (const value of payloads) {
        const answer = await api.root.request('POST', '/api/channel/', {
          name: 'polluted',
          type: 1,
          key: 'k',
          models: 'constructor,__proto__,toString',
          group: 'default',
          [field]: value,
        })
        expect([field, answer.status < 500]).toEqual([field, true])
      }
    expect(({} as Record<string, unknown>).role).toBeUndefined()
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    const made = await api.root.call('POST', '/api/user/', { username: 'newcomer', password: testPassword })
    expect(made.role).toBe(1)
    for (const path of [
      '/api/pricing',
      '/api/option/',
      '/api/status',
      '/api/user/groups',
      '/api/group/',
      '/api/channel/',
    ])
      expect((await api.root.request('GET', path)).status, path).toBe(200)
  })
})
