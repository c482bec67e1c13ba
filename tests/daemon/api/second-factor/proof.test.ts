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
const prove = (body: object, who = caller) => who.request('POST', '/api/session/proof', body)
const beginTotp = (who = caller) => who.request('POST', '/api/user/totp')

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
