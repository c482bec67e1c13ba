import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailCodes } from '../../../../src/daemon/accounts/email-codes.ts'
import { FORMER_ID_MS } from '../../../../src/daemon/accounts/renew-session.ts'
import { codeOf, setUpAuthenticator } from '../../../support/authenticator.ts'
import { createSoftwareAuthenticator, registerPasskey } from '../../../support/software-authenticator.ts'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let accounts = 0
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const newPerson = (role: 1 | 10 = 1) => {
  accounts += 1
  return api.createUser(`user${accounts}`, role)
}
const selfWith = (headers: Readonly<Record<string, string>>) =>
  api.anonymous.request('GET', '/api/user/self', undefined, headers)
const newPassword = { password: 'battery-staple', original_password: testPassword }

/** Changes that users make in a session: each entry prepares a change and returns the call that makes it. */
const changes: readonly (readonly [string, (who: Caller) => Promise<() => Promise<unknown>>])[] = [
  ['a new password', async (who) => () => who.call('PUT', '/api/user/self', newPassword)],
  [
    'turning codes of an app on',
    async (who) => {
      const { secret } = await who.call<{ secret: string }>('POST', '/api/user/totp')
      return () => who.call('POST', '/api/user/totp/confirm', { code: codeOf(secret, api.clock.now()) })
    },
  ],
  [
    'turning codes of an app off',
    async (who) => {
      await setUpAuthenticator(who, api.clock)
      return () => who.call('DELETE', '/api/user/totp')
    },
  ],
  ['a new passkey', async (who) => () => registerPasskey(who, createSoftwareAuthenticator())],
  [
    'deleting a passkey',
    async (who) => {
      const { id } = await registerPasskey(who, createSoftwareAuthenticator())
      return () => who.call('DELETE', `/api/passkey/${id}`)
    },
  ],
  [
    'another email address',
    async (who) => {
      const { knex, secrets } = api.services
      const email = `${who.username}@corp.example`
      const code = await emailCodes(knex, secrets).make(email, 'bind', api.clock.now())
      return () => who.call('GET', `/api/oauth/email/bind?email=${email}&code=${code}`)
    },
  ],
]

describe('a copied cookie', () => {
  it.each(changes)(
    'is worth nothing a minute after %s, and the session goes on under a new one',
    async (_, prepare) => {
      const who = await newPerson()
      const change = await prepare(who)
      const copied = { ...who.headers }
      const [before] = (await who.call<{ items: object[] }>('GET', '/api/session/')).items
      expect((await selfWith(copied)).status).toBe(200)

      await change()

      // Requests that are already on their way still carry the old cookie.
      expect((await selfWith(copied)).status).toBe(200)
      expect(who.headers.cookie).not.toBe(copied.cookie)
      api.clock.advance(FORMER_ID_MS)
      expect((await selfWith(copied)).status).toBe(401)
      expect((await who.request('GET', '/api/user/self')).status).toBe(200)
      const [after] = (await who.call<{ items: object[] }>('GET', '/api/session/')).items
      expect({ ...after, id: '', last_used_time: 0 }).toEqual({ ...before, id: '', last_used_time: 0 })
    },
  )

  it('is worth nothing a minute after an administrator sets their own password among the users', async () => {
    const elsewhere = await api.signIn('root', testPassword)
    const copied = { ...api.root.headers }
    const { id } = api.root
    await api.root.call('PUT', '/api/user/', { id, password: testPassword })
    api.clock.advance(FORMER_ID_MS)
    expect((await selfWith(copied)).status).toBe(401)
    expect((await elsewhere.request('GET', '/api/user/self')).status).toBe(401)
    expect((await api.root.request('GET', '/api/user/self')).status).toBe(200)
  })
})

it('a change that is refused leaves the cookie as it is', async () => {
  const who = await newPerson()
  const { cookie } = who.headers
  const wrong = { password: 'battery-staple', original_password: 'wrong-password' }
  const refused = await who.request('PUT', '/api/user/self', wrong)
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined])
  expect((await who.request('GET', '/api/user/self')).status).toBe(200)
  expect(who.headers.cookie).toBe(cookie)
})

it('two changes at once with one cookie are both made, and the session goes on with the one new cookie', async () => {
  const who = await newPerson()
  const keys = [createSoftwareAuthenticator(), createSoftwareAuthenticator()]
  const copied = { ...who.headers }
  const passkeys = await Promise.all(keys.map((key) => registerPasskey(who, key)))
  expect(new Set(passkeys.map(({ id }) => id)).size).toBe(2)
  api.clock.advance(FORMER_ID_MS)
  expect((await selfWith(copied)).status).toBe(401)
  expect((await who.request('GET', '/api/user/self')).status).toBe(200)
})

it('signing out with the cookie from before ends the session', async () => {
  const who = await newPerson()
  const copied = { ...who.headers }
  await who.call('PUT', '/api/user/self', newPassword)
  const signOut = await api.anonymous.request('GET', '/api/user/logout', undefined, copied)
  expect(signOut.status).toBe(200)
  expect((await who.request('GET', '/api/user/self')).status).toBe(401)
})

it('access tokens of a terminal get no cookie and go on', async () => {
  const who = await newPerson()
  const { token } = await who.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'terminal',
    scopes: ['*'],
  })
  const terminal = api.withToken(token)
  const changed = await terminal.request('PUT', '/api/user/self', {
    ...newPassword,
    keep_access_tokens: true,
  })
  expect([changed.status, changed.headers['set-cookie']]).toEqual([200, undefined])
  expect((await terminal.request('GET', '/api/user/self')).status).toBe(200)
})
