import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../../../support/authenticator.ts'
import {
  type Answer,
  type Caller,
  startTestApi,
  type TestApi,
  testPassword,
} from '../../../support/test-services.ts'

const MINUTE_MS = 60_000

let api: TestApi
let caller: Caller
let count = 0

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  count += 1
  caller = await api.createUser(`user${count}`)
})

const outcome = ({ status, body }: Answer) => [status, body.code]
const prove = (body: object, who = caller) => who.requestUnproven('POST', '/api/session/proof', body)
const beginTotp = (who = caller) => who.requestUnproven('POST', '/api/user/totp')

describe('an operation that needs a recent proof', () => {
  it('works for 15 minutes after sign-in, then asks, and works again after a proof', async () => {
    expect((await beginTotp()).status).toBe(200)
    api.clock.advance(15 * MINUTE_MS + 1)
    expect(outcome(await beginTotp())).toEqual([403, 'proof_required'])
    expect(outcome(await prove({ password: 'wrong-password' }))).toEqual([403, 'original_password_wrong'])
    expect(outcome(await beginTotp())).toEqual([403, 'proof_required'])
    expect((await prove({ password: testPassword })).status).toBe(200)
    expect((await beginTotp()).status).toBe(200)
  })

  it('takes a code or a recovery code as proof, each once', async () => {
    const app = await setUpAuthenticator(caller, api.clock)
    api.clock.advance(20 * MINUTE_MS)
    const code = app.nextCode()
    expect((await prove({ code })).status).toBe(200)
    expect((await beginTotp()).status).toBe(200)
    expect(outcome(await prove({ code }))).toEqual([403, 'second_factor_wrong'])
    const [recovery_code] = app.recoveryCodes
    expect((await prove({ recovery_code })).status).toBe(200)
    expect(outcome(await prove({ recovery_code }))).toEqual([403, 'second_factor_wrong'])
    expect(outcome(await prove({}))).toEqual([400, 'second_factor_missing'])
  })

  it('renews only the session that gave the proof', async () => {
    const elsewhere = await api.signIn(caller.username, testPassword)
    api.clock.advance(20 * MINUTE_MS)
    await prove({ password: testPassword })
    expect(outcome(await beginTotp(elsewhere))).toEqual([403, 'proof_required'])
  })

  it('limits guesses at the password like sign-in does', async () => {
    for (let tried = 0; tried < 10; tried += 1)
      expect((await prove({ password: `wrong-${tried}` })).status).toBe(403)
    expect(outcome(await prove({ password: testPassword }))).toEqual([429, 'too_many_requests'])
  })

  it('tells an account without password and second factor to sign in again', async () => {
    await api.services.knex('users').where({ id: caller.id }).update({ password_hash: null })
    expect(await caller.call('GET', '/api/user/second_factor')).toMatchObject({ proof_methods: [] })
    expect(outcome(await prove({ password: testPassword }))).toEqual([403, 'proof_impossible'])
  })

  it('refuses access tokens where it changes second factors', async () => {
    const { token } = await caller.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'script',
      scopes: ['*'],
    })
    expect(outcome(await beginTotp(api.withToken(token)))).toEqual([403, 'session_required'])
    expect((await prove({ password: testPassword }, api.withToken(token))).status).toBe(200)
  })
})

describe('with a proof that is older than 15 minutes', () => {
  const stale = async (who: Caller = api.root) => {
    await who.proveAgain()
    api.clock.advance(15 * MINUTE_MS + 1)
  }
  const asked = [403, 'proof_required']

  it.each([
    ['POST', '/api/user/credit', { id: 1, delta: '5' }],
    ['POST', '/api/user/manage', { id: 999, action: 'promote' }],
    ['POST', '/api/user/manage', { id: 999, action: 'demote' }],
    ['PUT', '/api/user/', { id: 999, quota: 5 }],
    ['PUT', '/api/user/', { id: 999, password: 'another-horse' }],
    ['DELETE', '/api/user/999/second_factor', undefined],
    ['POST', '/api/access_token/', { name: 'a', scopes: ['*'] }],
    ['GET', '/api/user/token', undefined],
    ['POST', '/api/redemption/', { name: 'a', quota: 5, count: 1 }],
    ['GET', '/api/oauth/state', undefined],
    ['GET', '/api/oauth/email/bind?email=a%40b.example&code=123456', undefined],
    ['PUT', '/api/option/', { key: 'SMTPServer', value: 'mail.example' }],
    ['DELETE', '/api/option/SMTPServer', undefined],
    ['PUT', '/api/option/', { key: 'SecondFactorRequired', value: 'off' }],
  ] as const)('%s %s is asked for a new one, and an access token is not', async (method, path, body) => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: `script ${Math.random()}`,
      scopes: ['*'],
    })
    await stale()
    expect(outcome(await api.root.requestUnproven(method, path, body))).toEqual(asked)
    expect((await api.withToken(token).requestUnproven(method, path, body)).body.code).not.toBe(
      'proof_required',
    )
  })

  it.each([
    ['PUT', '/api/option/', { key: 'RetryTimes', value: '3' }],
    ['PUT', '/api/user/self', { display_name: 'Root' }],
    ['POST', '/api/token/', { name: 'mine' }],
    ['GET', '/api/user/', undefined],
  ] as const)('%s %s goes on', async (method, path, body) => {
    await stale()
    expect((await api.root.requestUnproven(method, path, body)).status).toBe(200)
  })

  it('masks the keys of API tokens in lists; asking for one asks for a proof', async () => {
    const made = await caller.call<{ id: number; key: string }>('POST', '/api/token/', { name: 'mine' })
    await stale(caller)
    const { items } = await caller.call<{ items: { key: string; key_masked: boolean }[] }>(
      'GET',
      '/api/token/',
    )
    expect(items).toMatchObject([{ key_masked: true }])
    expect(items[0]?.key).not.toBe(made.key)
    const path = `/api/token/${made.id}`
    expect((await caller.requestUnproven('GET', path)).text).not.toContain(made.key)
    expect(outcome(await caller.requestUnproven('GET', `${path}?show_key=true`))).toEqual(asked)
    await caller.proveAgain()
    expect(await caller.call('GET', `${path}?show_key=true`)).toMatchObject({
      key: made.key,
      key_masked: false,
    })
    expect((await caller.requestUnproven('GET', '/api/token/')).text).toContain(made.key)
  })

  it('masks redemption codes in lists; asking for one asks for a proof', async () => {
    const [key = ''] = await api.root.call<string[]>('POST', '/api/redemption/', {
      name: 'gift',
      quota: 5,
      count: 1,
    })
    await stale()
    const { items } = await api.root.call<{ items: { id: number }[] }>('GET', '/api/redemption/')
    expect(JSON.stringify(items)).not.toContain(key)
    const path = `/api/redemption/${items[0]?.id}?show_key=true`
    expect(outcome(await api.root.requestUnproven('GET', path))).toEqual(asked)
    await api.root.proveAgain()
    expect((await api.root.requestUnproven('GET', path)).text).toContain(key)
  })

  it('asks an account that has no password yet before it gets one', async () => {
    await api.services.knex('users').where({ id: caller.id }).update({ password_hash: null })
    api.clock.advance(15 * MINUTE_MS + 1)
    const first = { password: 'another-horse' }
    expect(outcome(await caller.requestUnproven('PUT', '/api/user/self', first))).toEqual(asked)
  })
})
