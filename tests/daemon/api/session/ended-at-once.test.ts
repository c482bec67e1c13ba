import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emailCodes } from '../../../../src/daemon/accounts/email-codes.ts'
import { codeOf, setUpAuthenticator } from '../../../support/authenticator.ts'
import { stopAt } from '../../../support/lock-waits.ts'
import {
  type CreationOptions,
  createSoftwareAuthenticator,
  type RequestOptions,
  registerPasskey,
} from '../../../support/software-authenticator.ts'
import {
  type Answer,
  type Caller,
  startTestApi,
  type TestApi,
  testPassword,
} from '../../../support/test-services.ts'

let api: TestApi
let user: Caller
let users = 0
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  users += 1
  user = await api.createUser(`user${users}`)
})

const newPassword = () => api.root.request('PUT', '/api/user/', { id: user.id, password: 'battery-staple' })
const ban = () => api.root.request('POST', '/api/user/manage', { id: user.id, action: 'disable' })
const signIn = () =>
  api.anonymous.request('POST', '/api/user/login', { username: user.username, password: testPassword })
const outcome = ({ status, body }: Answer<unknown>) => [status, body.code]

/**
 * Lets both calls read the account unchanged, and then lets the first change it before the second continues.
 *
 * @returns the outcome of the second call
 */
async function meanwhile(first: () => Promise<Answer>, second: () => Promise<Answer>) {
  const [done, late] = await stopAt(
    api.services.knex,
    (trx) => trx('users').where({ id: user.id }).forUpdate().first(),
    [first, second],
  )
  expect(done?.status).toBe(200)
  return late && outcome(late)
}

const rowsOf = (table: string) => api.services.knex(table).where({ user_id: user.id })

describe('a sign-in that runs while it is ended', () => {
  it('with the old password: opens no session', async () => {
    expect(await meanwhile(newPassword, signIn)).toEqual([403, 'sign_in_expired'])
    expect(await rowsOf('sessions')).toEqual([])
  })

  it('with the old password and a second factor: gets no ticket', async () => {
    await setUpAuthenticator(user, api.clock)
    expect(await meanwhile(newPassword, signIn)).toEqual([403, 'sign_in_expired'])
    expect(await rowsOf('sign_in_tickets')).toEqual([])
  })

  it('of an account that is banned: opens no session for the time after the ban', async () => {
    expect(await meanwhile(ban, signIn)).toEqual([403, 'user_banned'])
    expect(await rowsOf('sessions')).toEqual([])
  })

  it('with a passkey that is removed: opens no session', async () => {
    const device = createSoftwareAuthenticator()
    await registerPasskey(user, device)
    const { body } = await api.anonymous.request<RequestOptions>('POST', '/api/user/login/passkey/options')
    const remove = () => api.root.request('DELETE', `/api/user/${user.id}/second_factor`)
    const enter = () =>
      api.anonymous.request('POST', '/api/user/login/passkey', { credential: device.get(body.data) })
    expect(await meanwhile(remove, enter)).toEqual([403, 'passkey_refused'])
    expect(await rowsOf('sessions')).toEqual([])
  })
})

describe('neither waits for the other for ever', () => {
  it('a second step and an administrator who removes the factor', async () => {
    const authenticator = await setUpAuthenticator(user, api.clock)
    const { body } = await api.anonymous.request<{ second_factor: { ticket: string } }>(
      'POST',
      '/api/user/login',
      { username: user.username, password: testPassword },
    )
    const step = { ticket: body.data.second_factor.ticket, code: authenticator.nextCode() }
    const answers = await stopAt(
      api.services.knex,
      (trx) => trx('totp_secrets').where({ user_id: user.id }).forUpdate().first(),
      [
        () => api.anonymous.request('POST', '/api/user/login/second_factor', step),
        () => api.root.request('DELETE', `/api/user/${user.id}/second_factor`),
      ],
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf('sessions')).toEqual([])
  })

  it('a terminal that fetches its token and a new password', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { code } = await user.call<{ code: string }>('POST', '/api/access_token/terminal', {
      challenge,
      name: 'terminal',
    })
    const answers = await stopAt(
      api.services.knex,
      (trx) => trx('terminal_codes').where({ user_id: user.id }).forUpdate().first(),
      [() => api.anonymous.request('POST', '/api/user/login/terminal', { code, verifier }), newPassword],
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rowsOf('access_tokens')).toEqual([])
  })
})

/** Calls that create or change a way to sign in, which would outlive the session. */
const ways: readonly (readonly [name: string, prepare: () => Promise<() => Promise<Answer>>])[] = [
  [
    'an access token',
    async () => () => user.request('POST', '/api/access_token/', { name: 'kept', scopes: ['*'] }),
  ],
  ['a token for models', async () => () => user.request('POST', '/api/token/', { name: 'kept' })],
  [
    'several of them',
    async () => () => user.request('POST', '/api/token/bulk', { tokens: [{ name: 'kept' }] }),
  ],
  [
    'a new key of one',
    async () => {
      const { id } = await user.call<{ id: number }>('POST', '/api/token/', { name: 'old' })
      return () => user.request('POST', `/api/token/${id}/rotate`)
    },
  ],
  ['the access token of the account', async () => () => user.request('GET', '/api/user/token')],
  [
    'a code for a terminal',
    async () => () =>
      user.request('POST', '/api/access_token/terminal', { challenge: 'c'.repeat(43), name: 'terminal' }),
  ],
  [
    'an authenticator app',
    async () => {
      const { secret } = await user.call<{ secret: string }>('POST', '/api/user/totp')
      return () => user.request('POST', '/api/user/totp/confirm', { code: codeOf(secret, api.clock.now()) })
    },
  ],
  [
    'recovery codes',
    async () => {
      await setUpAuthenticator(user, api.clock)
      return () => user.request('POST', '/api/user/recovery_codes')
    },
  ],
  [
    'a passkey',
    async () => {
      const options = await user.call<CreationOptions>('POST', '/api/passkey/options')
      const credential = createSoftwareAuthenticator().create(options)
      return () => user.request('POST', '/api/passkey/', { credential })
    },
  ],
  [
    'an email address',
    async () => {
      const { knex, secrets } = api.services
      const email = `${user.username}@corp.example`
      const code = await emailCodes(knex, secrets).make(email, 'bind', api.clock.now())
      return () => user.request('GET', `/api/oauth/email/bind?email=${email}&code=${code}`)
    },
  ],
  [
    'a new password',
    async () => () =>
      user.request('PUT', '/api/user/self', { password: 'taken-over', original_password: testPassword }),
  ],
]

describe('a session that is ended cannot leave behind', () => {
  it.each(ways)('%s', async (_, prepare) => {
    expect(await meanwhile(newPassword, await prepare())).toEqual([401, 'not_signed_in'])
  })
})

it('an access token that another daemon has ended makes no other one', async () => {
  const { token } = await user.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'leaked',
    scopes: ['*'],
  })
  const leaked = api.withToken(token)
  // For a second, this daemon uses the cached result.
  await leaked.call('GET', '/api/user/self')
  await rowsOf('access_tokens').del()
  expect(
    outcome(await leaked.request('POST', '/api/access_token/', { name: 'another', scopes: ['*'] })),
  ).toEqual([401, 'not_signed_in'])
})

it('of two sessions that replace the password at the same time, one does', async () => {
  const other = await api.signIn(user.username, testPassword)
  const replace = (who: Caller, password: string) => () =>
    who.request('PUT', '/api/user/self', { password, original_password: testPassword })
  expect(await meanwhile(replace(user, 'battery-one'), replace(other, 'battery-two'))).toEqual([
    401,
    'not_signed_in',
  ])
  expect((await api.signIn(user.username, 'battery-one')).id).toBe(user.id)
})
