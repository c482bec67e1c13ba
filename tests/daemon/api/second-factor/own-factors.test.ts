import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, setUpAuthenticator } from '../../../support/authenticator.ts'
import { fullWidth } from '../../../support/full-width.ts'
import {
  type Answer,
  type Caller,
  startTestApi,
  type TestApi,
  testPassword,
} from '../../../support/test-services.ts'

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

const state = () => caller.call('GET', '/api/user/second_factor')
const outcome = ({ status, body }: Answer) => [status, body.code]
const nothing = { methods: [], recovery_codes: 0, is_demanded: false, proof_methods: ['password'] }

describe('an authenticator app', () => {
  it('counts only after its first code, which is answered with ten recovery codes', async () => {
    const begun = await caller.call<{ secret: string; uri: string }>('POST', '/api/user/totp')
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.uri).toMatch(
      new RegExp(
        `^otpauth://totp/.+:user${count}\\?issuer=.+&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30$`,
      ),
    )
    expect(await state()).toEqual(nothing)
    const wrong = await caller.request('POST', '/api/user/totp/confirm', {
      code: codeOf(begun.secret, api.clock.now() + 600_000),
    })
    expect(outcome(wrong)).toEqual([403, 'second_factor_wrong'])
    expect(await state()).toEqual(nothing)
    const { recovery_codes: codes } = await caller.call<{ recovery_codes: string[] }>(
      'POST',
      '/api/user/totp/confirm',
      { code: codeOf(begun.secret, api.clock.now()) },
    )
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    expect(await state()).toEqual({
      methods: ['totp', 'recovery_code'],
      recovery_codes: 10,
      is_demanded: false,
      proof_methods: ['password', 'totp', 'recovery_code'],
    })
  })

  it('takes codes in full width, as Chinese keyboards type them', async () => {
    const { secret } = await caller.call<{ secret: string }>('POST', '/api/user/totp')
    const code = fullWidth(codeOf(secret, api.clock.now()))
    const confirmed = await caller.request<{ recovery_codes: string[] }>('POST', '/api/user/totp/confirm', {
      code,
    })
    expect(outcome(confirmed)).toEqual([200, undefined])
    const recovery_code = fullWidth(confirmed.body.data.recovery_codes[0] ?? '')
    expect(outcome(await caller.request('POST', '/api/session/proof', { recovery_code }))).toEqual([
      200,
      undefined,
    ])
  })

  it('leaves neither its secret nor a recovery code readable in the store or in the audit trail', async () => {
    const app = await setUpAuthenticator(caller, api.clock)
    const { knex } = api.services
    const stored = JSON.stringify([
      await knex('totp_secrets'),
      await knex('recovery_codes'),
      await knex('audit_events'),
    ])
    for (const secret of [
      app.secret,
      ...app.recoveryCodes,
      ...app.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(stored.includes(secret)).toBe(false)
    const actions = await knex('audit_events')
      .where({ target_id: String(caller.id) })
      .pluck('action')
    expect(actions).toContain('second-factor.add')
  })

  it('goes on until the first code of a new one was given', async () => {
    const old = await setUpAuthenticator(caller, api.clock)
    const { secret } = await caller.call<{ secret: string }>('POST', '/api/user/totp')
    expect(outcome(await caller.request('POST', '/api/session/proof', { code: old.nextCode() }))).toEqual([
      200,
      undefined,
    ])
    await caller.call('POST', '/api/user/totp/confirm', { code: codeOf(secret, api.clock.now()) })
    expect(outcome(await caller.request('POST', '/api/session/proof', { code: old.nextCode() }))).toEqual([
      403,
      'second_factor_wrong',
    ])
  })

  it('is confirmed by one of several calls at the same time', async () => {
    const { secret } = await caller.call<{ secret: string }>('POST', '/api/user/totp')
    const code = codeOf(secret, api.clock.now())
    // The first call replaces the id of its session, so each call uses a separate session.
    const { username } = caller
    const sessions = await Promise.all(Array.from({ length: 4 }, () => api.signIn(username, testPassword)))
    const answers = await Promise.all(
      sessions.map((each) => each.request('POST', '/api/user/totp/confirm', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
    expect(await state()).toMatchObject({ recovery_codes: 10 })
  })

  it('takes the recovery codes with it when it is removed, and sign-in asks for nothing more', async () => {
    await setUpAuthenticator(caller, api.clock)
    await caller.call('DELETE', '/api/user/totp')
    expect(await state()).toEqual(nothing)
    expect((await api.signIn(caller.username, testPassword)).id).toBe(caller.id)
  })
})

describe('POST /api/user/recovery_codes', () => {
  it('200 ends the old ones', async () => {
    const app = await setUpAuthenticator(caller, api.clock)
    const { recovery_codes: codes } = await caller.call<{ recovery_codes: string[] }>(
      'POST',
      '/api/user/recovery_codes',
    )
    expect(codes.length).toBe(10)
    const proveWith = (recovery_code: string | undefined) =>
      caller.request('POST', '/api/session/proof', { recovery_code })
    expect(outcome(await proveWith(app.recoveryCodes[0]))).toEqual([403, 'second_factor_wrong'])
    expect((await proveWith(codes[0])).status).toBe(200)
  })

  it('409 makes none for an account without a second factor', async () => {
    expect(outcome(await caller.request('POST', '/api/user/recovery_codes'))).toEqual([
      409,
      'second_factor_not_set_up',
    ])
  })
})

describe('DELETE /api/user/{id}/second_factor', () => {
  it('200 removes the factors of a user of a lower role and ends their sessions', async () => {
    const admin = await api.createUser(`admin${count}`, 10)
    await setUpAuthenticator(caller, api.clock)
    await admin.call('DELETE', `/api/user/${caller.id}/second_factor`)
    expect((await caller.request('GET', '/api/user/self')).status).toBe(401)
    expect((await api.signIn(caller.username, testPassword)).id).toBe(caller.id)
    const [event] = await api.services
      .knex('audit_events')
      .where({ action: 'second-factor.reset', target_id: String(caller.id) })
    expect(event).toMatchObject({ actor_id: admin.id, before: '{"methods":["totp","recovery_code"]}' })
  })

  it('C1: 403 leaves those of administrators and of the caller alone', async () => {
    const admin = await api.createUser(`admin${count}`, 10)
    const peer = await api.createUser(`peer${count}`, 10)
    for (const id of [peer.id, api.root.id])
      expect(outcome(await admin.request('DELETE', `/api/user/${id}/second_factor`))).toEqual([
        403,
        'user_level',
      ])
    for (const each of [admin, api.root])
      expect(outcome(await each.request('DELETE', `/api/user/${each.id}/second_factor`))).toEqual([
        403,
        'user_self_protected',
      ])
  })
})
