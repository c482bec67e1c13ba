import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let alice: Caller
beforeAll(async () => {
  api = await startTestApi()
  alice = await api.createUser('alice')
})
afterAll(() => api.close())

const cookieOnly = (caller: Caller) => ({ cookie: caller.headers.cookie ?? '' })

describe('a session', () => {
  it('401 counts only with the header that names its user', async () => {
    const { cookie = '' } = alice.headers
    for (const header of [undefined, '', 'x', '0', String(api.root.id), `${alice.id} `, `${alice.id},1`]) {
      const answer = await api.anonymous.request('GET', '/api/user/self', undefined, {
        cookie,
        ...(header === undefined ? {} : { 'tollgate-user': header }),
      })
      if (header === `${alice.id} `) continue // HTTP strips blanks around a header's value
      expect([header, answer.status, answer.body.code]).toEqual([header, 401, 'user_header_mismatch'])
    }
  })

  it('401 without one says what the console expects', async () => {
    const answer = await api.anonymous.request('GET', '/api/user/self')
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    expect(answer.body.message).toBe('not logged in or login expired, please log in again')
  })

  it('401 ignores cookies that are no session ids', async () => {
    for (const cookie of [
      'session=',
      'session=x',
      `session=${'a'.repeat(43)}`,
      'session=%00',
      `session=${'a'.repeat(5000)}`,
    ]) {
      const answer = await api.anonymous.request('GET', '/api/user/self', undefined, {
        cookie,
        'tollgate-user': '1',
      })
      expect(answer.status, cookie.slice(0, 40)).toBe(401)
    }
  })

  it('401 ends after thirty days', async () => {
    const own = await startTestApi()
    try {
      own.clock.advance(29 * 86_400_000)
      expect((await own.root.request('GET', '/api/user/self')).status).toBe(200)
      own.clock.advance(2 * 86_400_000)
      expect((await own.root.request('GET', '/api/user/self')).status).toBe(401)
    } finally {
      await own.close()
    }
  })

  it('never gets cross-origin headers, and is never cached', async () => {
    const answer = await alice.request('GET', '/api/user/self', undefined, { origin: 'https://evil.example' })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  })
})

describe('GET /api/user/logout', () => {
  it('200 ends the session on the server', async () => {
    const caller = await api.signIn('alice', testPassword)
    const answer = await caller.request('GET', '/api/user/logout')
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=;/)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(401)
  })
})

describe('GETs that change something', () => {
  it('401 are refused with the cookie alone, and change nothing', async () => {
    const caller = await api.signIn('alice', testPassword)
    const before = await api.services.knex('access_tokens').where({ user_id: alice.id })
    for (const path of ['/api/user/token', '/api/user/logout']) {
      const answer = await api.anonymous.request('GET', path, undefined, {
        ...cookieOnly(caller),
        'sec-fetch-site': 'cross-site',
      })
      expect([path, answer.status]).toEqual([path, 401])
    }
    expect(await api.services.knex('access_tokens').where({ user_id: alice.id })).toEqual(before)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(200)
  })
})

describe('rights', () => {
  it('403 follow the account at once, not the sign-in', async () => {
    const admin = await api.createUser('adam', 10)
    expect((await admin.request('GET', '/api/user/')).status).toBe(200)
    await api.root.call('POST', '/api/user/manage', { id: admin.id, action: 'demote' })
    const answer = await admin.request('GET', '/api/user/')
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role'])
    await api.root.call('POST', '/api/user/manage', { id: admin.id, action: 'promote' })
    expect((await admin.request('GET', '/api/user/')).status).toBe(200)
  })

  it('403 for ordinary users on every call of administrators, never for administrators', async () => {
    const admin = await api.createUser('ann', 10)
    for (const [method, path, body] of [
      ['GET', '/api/user/', undefined],
      ['GET', '/api/user/search', undefined],
      ['GET', `/api/user/${api.root.id}`, undefined],
      ['POST', '/api/user/', {}],
      ['PUT', '/api/user/', { id: alice.id, quota: 1 }],
      ['POST', '/api/user/manage', { id: alice.id, action: 'promote' }],
      ['POST', '/api/user/credit', { id: alice.id, delta: '1' }],
      ['DELETE', `/api/user/${api.root.id}`, undefined],
      ['GET', '/api/group/', undefined],
      ['GET', '/api/option/', undefined],
      ['PUT', '/api/option/', { key: 'Notice', value: 'x' }],
      ['POST', '/api/option/rest_model_ratio', undefined],
      ['GET', '/api/audit_event/', undefined],
    ] as const) {
      const asUser = await alice.request(method, path, body)
      expect([path, asUser.status, asUser.body.code]).toEqual([path, 403, 'insufficient_role'])
      expect((await admin.request(method, path, body)).body.code, path).not.toBe('insufficient_role')
    }
  })
})
