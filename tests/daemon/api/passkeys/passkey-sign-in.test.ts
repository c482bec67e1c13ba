import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSoftwareAuthenticator,
  type Lies,
  type RequestOptions,
  registerPasskey,
  type SoftwareAuthenticator,
} from '../../../support/software-authenticator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const begin = (headers: Record<string, string> = {}) =>
  api.anonymous.request<RequestOptions>('POST', '/api/user/login/passkey/options', undefined, headers)
const answerWith = (credential: object, headers: Record<string, string> = {}) =>
  api.anonymous.request<{ id: number }>('POST', '/api/user/login/passkey', { credential }, headers)
const outcome = ({ status, body }: Awaited<ReturnType<Caller['request']>>) => [status, body.code]
async function signIn(device: SoftwareAuthenticator, lies: Lies = {}, headers: Record<string, string> = {}) {
  return answerWith(device.get((await begin()).body.data, lies), headers)
}
/** Creates an account with a passkey. */
async function member(username: string) {
  const owner = await api.createUser(username)
  const device = createSoftwareAuthenticator()
  const passkey = await registerPasskey(owner, device)
  return { owner, device, passkey }
}
const refused = [403, 'passkey_refused']

describe('signing in with a passkey', () => {
  it('200 opens a session, ends the former one and notes the use', async () => {
    const { owner, device } = await member('ann')
    const answer = await signIn(device, {}, { cookie: String(owner.headers.cookie) })
    expect(answer.body.data.id).toBe(owner.id)
    const cookie = String([answer.headers['set-cookie']].flat()[0])
    expect(cookie).toMatch(/^session=[\w-]+; .*HttpOnly; SameSite=Lax/)
    const headers = { cookie: cookie.split(';')[0] ?? '', 'tollgate-user': String(owner.id) }
    expect((await api.anonymous.request('GET', '/api/user/self', undefined, headers)).status).toBe(200)
    expect((await owner.request('GET', '/api/user/self')).status).toBe(401)
    const stored = await api.services.knex('passkeys').where({ user_id: owner.id }).first()
    expect(stored).toMatchObject({ counter: 1, last_used_ms: expect.any(Number) })
    expect(stored.last_used_ms).toBeGreaterThan(0)
  })

  it('200 the question names no passkey, whoever asks', async () => {
    const { owner } = await member('bea')
    const asked = await api.anonymous.request('POST', '/api/user/login/passkey/options', undefined, {
      cookie: String(owner.headers.cookie),
    })
    expect(asked.body.data).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  it('403 refuses what an honest browser would not send, always with the same words', async () => {
    const { device } = await member('cat')
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const own = await begin()
    const lies: Record<string, Lies> = {
      'another origin': { origin: 'https://evil.example' },
      'another domain': { rpId: 'evil.example' },
      'another key': { key: stranger },
      'an unknown passkey': { credentialId: Buffer.from('nobody').toString('base64url') },
      'a made-up challenge': { challenge: Buffer.alloc(54, 7).toString('base64url') },
      'a changed challenge': {
        challenge: own.body.data.challenge.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      },
      'a new passkey': { type: 'webauthn.create' },
      'a page inside another site': { crossOrigin: true },
      'a person who is not there': { isPresent: false },
      'a person who is not verified': { isVerified: false },
      'another account': { userHandle: Buffer.alloc(32).toString('base64url') },
      'no account': { userHandle: undefined },
    }
    const texts = new Set<string>()
    for (const [name, lie] of Object.entries(lies)) {
      const answer = await signIn(device, lie)
      expect([name, ...outcome(answer)]).toEqual([name, ...refused])
      expect(answer.headers['set-cookie']).toBeUndefined()
      texts.add(answer.body.message)
      for (const key of ['address:127.0.0.1', `pair:127.0.0.1:passkey ${device.credentialId.toLowerCase()}`])
        await api.services.limiter.forget(`api:failed:${key}`)
    }
    expect(texts.size).toBe(1)
    expect(outcome(await signIn(device, { counter: 50 }))).toEqual([200, undefined])
  })

  it('403 an answer counts once, also when it comes twice at the same time', async () => {
    const { device } = await member('dan')
    // This passkey does not count its uses, so only the challenge can prevent a second sign-in.
    const answer = device.get((await begin()).body.data, { counter: 0 })
    const both = await Promise.all([answerWith(answer), answerWith(answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(outcome(await answerWith(answer))).toEqual(refused)
  })

  it('403 a challenge counts for five minutes, and none that was made for registering', async () => {
    const { owner, device } = await member('eve')
    const late = device.get((await begin()).body.data)
    api.clock.advance(301_000)
    expect(outcome(await answerWith(late))).toEqual(refused)
    const { challenge } = await owner.call<{ challenge: string }>('POST', '/api/passkey/options')
    expect(outcome(await signIn(device, { challenge }))).toEqual(refused)
  })

  it('403 a counter that goes back is refused and in the audit trail, but only with the right key', async () => {
    const { owner, device, passkey } = await member('fay')
    await signIn(device, { counter: 5 })
    const events = () =>
      api.services
        .knex('audit_events')
        .where({ action: 'passkey.refuse-copy', target_id: String(passkey.id) })
        .select('actor_id', 'after')
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    expect(outcome(await signIn(device, { counter: 3, key: stranger }))).toEqual(refused)
    expect(await events()).toEqual([])
    for (const counter of [5, 3, 0]) expect(outcome(await signIn(device, { counter }))).toEqual(refused)
    const [first] = await events()
    expect(await events()).toHaveLength(3)
    expect(first).toEqual({
      actor_id: owner.id,
      after: JSON.stringify({ name: passkey.name, lastCounter: 5, counter: 5 }),
    })
    expect(outcome(await signIn(device, { counter: 6 }))).toEqual([200, undefined])
  })

  it('403 a passkey counts at the domain it was registered for', async () => {
    const { device } = await member('gil')
    const headers = { host: 'elsewhere.example' }
    const { data } = (await begin(headers)).body
    const answer = device.get(data, { origin: 'http://elsewhere.example' })
    expect(outcome(await answerWith(answer, headers))).toEqual(refused)
  })

  it('403 banned and deleted accounts stay out; a deleted passkey and a deleted account leave nothing', async () => {
    const { owner, device, passkey } = await member('hal')
    await api.root.call('POST', '/api/user/manage', { id: owner.id, action: 'disable' })
    expect(outcome(await signIn(device))).toEqual([403, 'user_banned'])
    await api.root.call('POST', '/api/user/manage', { id: owner.id, action: 'enable' })
    await api.services.knex('passkeys').where({ id: passkey.id }).del()
    expect(outcome(await signIn(device))).toEqual(refused)
    const other = await member('ian')
    await api.root.call('POST', '/api/user/manage', { id: other.owner.id, action: 'delete' })
    expect(outcome(await signIn(other.device))).toEqual(refused)
    expect(await api.services.knex('passkeys').where({ user_id: other.owner.id })).toEqual([])
  })

  it('403 nobody signs in with one while the site has it switched off', async () => {
    const { device } = await member('joy')
    const answer = device.get((await begin()).body.data)
    await api.root.call('PUT', '/api/option/', { key: 'PasskeyLoginEnabled', value: 'false' })
    expect(outcome(await begin())).toEqual([403, 'passkey_login_disabled'])
    expect(outcome(await answerWith(answer))).toEqual([403, 'passkey_login_disabled'])
    expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({ passkey_login_enabled: false })
    await api.root.call('PUT', '/api/option/', { key: 'PasskeyLoginEnabled', value: 'true' })
    expect(outcome(await answerWith(answer))).toEqual([200, undefined])
  })

  it('M4: works in a browser that the account knows, whatever strangers at the same address guess', async () => {
    const { device } = await member('kit')
    const before = await signIn(device)
    const cookie = String([before.headers['set-cookie']].flat()[1]).split(';')[0] ?? ''
    const failures = 'api:failed:address:127.0.0.1'
    for (let index = 0; index < 20; index += 1) await api.services.limiter.take(failures, 20, 20 * 60_000)
    expect(outcome(await signIn(device))).toEqual([429, 'too_many_requests'])
    expect(outcome(await signIn(device, {}, { cookie }))).toEqual([200, undefined])
    await api.services.limiter.forget(failures)
  })

  it('strangers who only ask leave nothing in the store, and are limited by address', async () => {
    const own = await startTestApi({ env: { TOLLGATE_REDIS_URL: '' } })
    const ask = () => own.anonymous.request('POST', '/api/user/login/passkey/options')
    const before = await own.services.knex('spent_proofs')
    const answers = await Promise.all(Array.from({ length: 130 }, ask))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect(await own.services.knex('spent_proofs')).toEqual(before)
    await own.close()
  })
})
