import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../../../support/authenticator.ts'
import {
  createSoftwareAuthenticator,
  type Lies,
  type RequestOptions,
  registerPasskey,
  type SoftwareAuthenticator,
} from '../../../support/software-authenticator.ts'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let owner: Caller
let device: SoftwareAuthenticator
let passkeyId: number
let count = 0
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  count += 1
  // All tests sign in from one address, which is rate-limited.
  api.clock.advance(21 * 60_000)
  owner = await api.createUser(`user${count}`)
  device = createSoftwareAuthenticator()
  passkeyId = (await registerPasskey(owner, device)).id
})

const anonymous = (path: string, body: object) =>
  api.anonymous.request<Record<string, unknown>>('POST', path, body)
const outcome = ({ status, body }: Awaited<ReturnType<Caller['request']>>) => [status, body.code]
async function firstStep(username = owner.username) {
  const { body } = await anonymous('/api/user/login', { username, password: testPassword })
  return body.data.second_factor as { ticket: string; methods: string[] }
}
const ask = async (ticket: string) =>
  (await anonymous('/api/user/login/second_factor/passkey', { ticket })).body
    .data as unknown as RequestOptions
const secondStep = (ticket: string, passkey: object) =>
  anonymous('/api/user/login/second_factor', { ticket, passkey })
const askProof = (caller = owner) =>
  caller.call<RequestOptions & object>('POST', '/api/session/proof/passkey')
const prove = (passkey: object, caller = owner) => caller.request('POST', '/api/session/proof', { passkey })
const refused = [403, 'passkey_refused']

describe('a passkey as the second step', () => {
  it('200 is asked for after the password, named to those who know it, and opens the session', async () => {
    const { ticket, methods } = await firstStep()
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const asked = await ask(ticket)
    expect(asked).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: device.credentialId }],
    })
    // The password was already given, so a touch is enough, and authenticators may omit the user handle.
    const answer = await secondStep(ticket, device.get(asked, { isVerified: false, userHandle: undefined }))
    expect([answer.status, answer.body.data.id]).toEqual([200, owner.id])
    expect(String(answer.headers['set-cookie'])).toContain('session=')
  })

  it('403 counts for its own ticket and account, once, and not when it was made for something else', async () => {
    const other = await api.createUser(`other${count}`)
    const foreign = createSoftwareAuthenticator()
    await registerPasskey(other, foreign)
    const { ticket } = await firstStep()
    const wrong: Record<string, object> = {
      'another ticket': device.get(await ask((await firstStep()).ticket)),
      'another account': foreign.get(await ask(ticket)),
      'for signing in': device.get(
        (await anonymous('/api/user/login/passkey/options', {})).body.data as unknown as RequestOptions,
      ),
      'for a proof': device.get(await askProof()),
    }
    for (const [name, answer] of Object.entries(wrong))
      expect([name, ...outcome(await secondStep(ticket, answer))]).toEqual([name, ...refused])
    const right = device.get(await ask(ticket))
    const both = await Promise.all([secondStep(ticket, right), secondStep(ticket, right)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('403 an answer for the second step signs nobody in by itself', async () => {
    const { ticket } = await firstStep()
    const answer = device.get(await ask(ticket))
    expect(outcome(await anonymous('/api/user/login/passkey', { credential: answer }))).toEqual(refused)
  })

  it('403 a copy is refused and recorded, and the ticket lives on', async () => {
    const { ticket } = await firstStep()
    expect(outcome(await secondStep(ticket, device.get(await ask(ticket), { counter: 9 })))[0]).toBe(200)
    const next = await firstStep()
    const copy: Lies = { counter: 9 }
    expect(outcome(await secondStep(next.ticket, device.get(await ask(next.ticket), copy)))).toEqual(refused)
    const rows = await api.services
      .knex('audit_events')
      .where({ action: 'passkey.refuse-copy', actor_id: owner.id })
    expect(rows).toHaveLength(1)
    expect(outcome(await secondStep(next.ticket, device.get(await ask(next.ticket))))[0]).toBe(200)
  })

  it('403 a request for another host does not make the second step disappear', async () => {
    const answer = await api.anonymous.request<Record<string, unknown>>(
      'POST',
      '/api/user/login',
      { username: owner.username, password: testPassword },
      { host: '127.0.0.1' },
    )
    expect(answer.body.data).toHaveProperty('second_factor')
  })

  it('403 an unknown ticket is told nothing', async () => {
    expect(outcome(await anonymous('/api/user/login/second_factor/passkey', { ticket: 'guessed' }))).toEqual([
      403,
      'sign_in_expired',
    ])
  })
})

describe('proving again with a passkey', () => {
  it('200 renews the session; without it marked operations stay closed', async () => {
    api.clock.advance(16 * 60_000)
    expect(outcome(await owner.requestUnproven('DELETE', `/api/passkey/${passkeyId}`))).toEqual([
      403,
      'proof_required',
    ])
    expect((await prove(device.get(await askProof()))).status).toBe(200)
    expect((await owner.requestUnproven('DELETE', `/api/passkey/${passkeyId}`)).status).toBe(200)
  })

  it('403 counts for its own session, and only when the person was verified', async () => {
    const { ticket } = await firstStep()
    expect(outcome(await prove(device.get(await ask(ticket))))).toEqual(refused)
    expect(outcome(await prove(device.get(await askProof(), { isVerified: false })))).toEqual(refused)
    const other = await api.createUser(`proof${count}`)
    const foreign = createSoftwareAuthenticator()
    await registerPasskey(other, foreign)
    expect(outcome(await prove(foreign.get(await askProof(other))))).toEqual(refused)
    expect(outcome(await prove(foreign.get(await askProof())))).toEqual(refused)
  })
})

describe('recovery codes', () => {
  it('200 come with the first second factor, whichever it is, and end with the last', async () => {
    const fresh = await api.createUser(`fresh${count}`)
    const add = async () => {
      const options = await fresh.call<Parameters<SoftwareAuthenticator['create']>[0] & object>(
        'POST',
        '/api/passkey/options',
      )
      return fresh.call<{ passkey: { id: number }; recovery_codes: string[] }>('POST', '/api/passkey/', {
        credential: createSoftwareAuthenticator().create(options),
      })
    }
    const [first, second] = [await add(), await add()]
    expect([first.recovery_codes.length, second.recovery_codes.length]).toEqual([10, 0])
    const { ticket } = await firstStep(fresh.username)
    const lost = await anonymous('/api/user/login/second_factor', {
      ticket,
      recovery_code: first.recovery_codes[0],
    })
    expect(lost.status).toBe(200)
    await fresh.call('DELETE', `/api/passkey/${first.passkey.id}`)
    expect(await fresh.call('GET', '/api/user/second_factor')).toMatchObject({ recovery_codes: 9 })
    await fresh.call('DELETE', `/api/passkey/${second.passkey.id}`)
    expect(await fresh.call('GET', '/api/user/second_factor')).toMatchObject({
      methods: [],
      recovery_codes: 0,
    })
    expect(await firstStep(fresh.username)).toBeUndefined()
  })

  it('200 stay while an authenticator app is left', async () => {
    await setUpAuthenticator(owner, api.clock)
    await owner.call('DELETE', `/api/passkey/${passkeyId}`)
    expect(await owner.call('GET', '/api/user/second_factor')).toMatchObject({
      methods: ['totp', 'recovery_code'],
      recovery_codes: 10,
    })
  })
})

it('200 an administrator who resets the second factors of a user removes their passkeys', async () => {
  const root = await api.signIn('root', testPassword)
  await root.call('DELETE', `/api/user/${owner.id}/second_factor`)
  expect(await api.services.knex('passkeys').where({ user_id: owner.id })).toEqual([])
})
