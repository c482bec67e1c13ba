import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Made {
  id: number
  name: string
  token: string
  scopes: string[]
  expires_time: number
}

let api: TestApi
let alice: Caller
beforeAll(async () => {
  api = await startTestApi()
  alice = await api.createUser('alice', 10)
})
afterAll(() => api.close())

const create = (body: object, caller = alice) => caller.request<Made>('POST', '/api/access_token/', body)
const make = async (name: string, scopes: string[], more: object = {}): Promise<Made> => {
  const answer = await create({ name, scopes, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

describe('POST /api/access_token/', () => {
  it('200 shows the token once; the store has its hash', async () => {
    const made = await make('ci', ['channels:write', 'channels:write', 'tokens:read'])
    expect(made.token).toMatch(/^at_[\w-]{32}$/)
    expect(made.scopes).toEqual(['channels:write', 'tokens:read'])
    const list = await alice.request('GET', '/api/access_token/')
    expect(list.text).not.toContain(made.token)
    expect(list.body.data).toMatchObject({
      total: 1,
      items: [{ name: 'ci', hint: made.token.slice(0, 7), is_system: false }],
    })
    expect(JSON.stringify(await api.services.knex('access_tokens'))).not.toContain(made.token)
    expect(JSON.stringify(await api.services.knex('audit_events'))).not.toContain(made.token)
  })

  it('409 a name stands once per user', async () => {
    expect((await create({ name: 'ci', scopes: ['*'] })).body.code).toBe('access_token_exists')
    expect((await create({ name: 'ci', scopes: ['*'] }, api.root)).status).toBe(200)
  })

  it.each([
    [{ name: '', scopes: ['*'] }],
    [{ name: '  ', scopes: ['*'] }],
    [{ name: 'x', scopes: [] }],
    [{ name: 'x', scopes: ['everything'] }],
    [{ name: 'x', scopes: ['full'] }],
    [{ name: 'x', scopes: ['users:admin'] }],
    [{ name: 'x', scopes: 'users:read' }],
    [{ name: 'x', scopes: ['*'], expires_time: 0 }],
    [{ name: 'x', scopes: ['*'], expires_time: 1_000_000_000 }],
    [{ name: 'x', scopes: ['*'], user_id: 1 }],
  ])('400 refuses %o', async (body) => {
    expect((await create(body)).status).toBe(400)
  })
})

describe('a named access token', () => {
  it('200 works without the user header, and 401 with a wrong one', async () => {
    const caller = api.withToken((await make('plain', ['*'])).token)
    expect((await caller.request('GET', '/api/user/self')).body.data.username).toBe('alice')
    const wrong = await caller.request('GET', '/api/user/self', undefined, {
      'tollgate-user': String(api.root.id),
    })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'user_header_mismatch'])
    const right = await caller.request('GET', '/api/user/self', undefined, {
      'tollgate-user': String(alice.id),
    })
    expect(right.status).toBe(200)
  })

  it('403 does what its scopes say and nothing else', async () => {
    const reader = api.withToken((await make('reader', ['users:read'])).token)
    expect((await reader.request('GET', '/api/user/')).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', '/api/user/', { username: 'x', password: 'correct-horse' }],
      ['GET', '/api/option/', undefined],
      ['GET', '/api/user/self', undefined],
      ['GET', '/api/user/token', undefined],
      ['PUT', '/api/user/self', { display_name: 'x' }],
      ['DELETE', '/api/user/self', undefined],
      ['POST', '/api/access_token/', { name: 'y', scopes: ['*'] }],
    ] as const) {
      const answer = await reader.request(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'insufficient_scope'])
    }
  })

  it('200 writing covers reading, and *:read covers every reading', async () => {
    const writer = api.withToken((await make('writer', ['options:write'])).token)
    expect((await writer.request('GET', '/api/option/')).status).toBe(200)
    expect((await writer.request('PUT', '/api/option/', { key: 'Notice', value: 'x' })).status).toBe(200)
    const reader = api.withToken((await make('all-reader', ['*:read'])).token)
    for (const path of ['/api/option/', '/api/user/', '/api/user/self', '/api/audit_event/'])
      expect((await reader.request('GET', path)).status, path).toBe(200)
    expect((await reader.request('PUT', '/api/option/', { key: 'Notice', value: 'x' })).status).toBe(403)
  })

  it('403 hands on nothing that it does not have', async () => {
    const limited = api.withToken((await make('maker', ['access-tokens:write', 'users:read'])).token)
    for (const scopes of [['*'], ['*:read'], ['users:write'], ['users:read', 'options:read']])
      expect((await create({ name: 'z', scopes }, limited)).body.code, String(scopes)).toBe(
        'insufficient_scope',
      )
    expect((await create({ name: 'z', scopes: ['users:read'] }, limited)).status).toBe(200)
  })

  it('403 never exceeds the role of its user', async () => {
    const bob = await api.createUser('bob')
    const { token } = (await create({ name: 'all', scopes: ['*'] }, bob)).body.data
    expect((await api.withToken(token).request('GET', '/api/user/')).body.code).toBe('insufficient_role')
  })

  it('401 ends when its time has come', async () => {
    const expires_time = Math.floor(api.clock.now() / 1000) + 60
    const caller = api.withToken((await make('short', ['*'], { expires_time })).token)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(200)
    api.clock.advance(61_000)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(401)
  })

  it('401 dies with a ban, and when it is deleted', async () => {
    const carl = await api.createUser('carl')
    const made = (await create({ name: 'mine', scopes: ['*'] }, carl)).body.data
    const caller = api.withToken(made.token)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(200)
    await api.root.call('POST', '/api/user/manage', { id: carl.id, action: 'disable' })
    expect((await caller.request('GET', '/api/user/self')).body.code).toBe('user_banned')
    await api.root.call('POST', '/api/user/manage', { id: carl.id, action: 'enable' })
    expect((await caller.request('GET', '/api/user/self')).status).toBe(200)
    await caller.call('DELETE', `/api/access_token/${made.id}`)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(401)
  })

  it('200 tells when it was last used', async () => {
    const made = await make('used', ['*'])
    await api.withToken(made.token).call('GET', '/api/user/self')
    await expect
      .poll(async () => {
        const row = await api.services.knex('access_tokens').where({ id: made.id }).first('last_used_time')
        return row.last_used_time
      })
      .toBeGreaterThan(0)
  })

  it('401 refuses what is no token of ours', async () => {
    for (const token of ['', 'x', 'at_', `at_${'x'.repeat(32)}`, 'null', '\u00e9'])
      expect((await api.withToken(token).request('GET', '/api/user/self')).status, token).toBe(401)
    const basic = await api.anonymous.request('GET', '/api/user/self', undefined, {
      authorization: 'Basic eDp5',
    })
    expect(basic.status).toBe(401)
  })
})

describe('DELETE /api/access_token/{id}', () => {
  it('404 for the tokens of others, as for those that are not there', async () => {
    const made = await make('keep', ['*'])
    const foreign = await api.root.request('DELETE', `/api/access_token/${made.id}`)
    const missing = await api.root.request('DELETE', '/api/access_token/999999')
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect(foreign.body.code).toBe('access_token_not_found')
    expect((await api.withToken(made.token).request('GET', '/api/user/self')).status).toBe(200)
  })
})
