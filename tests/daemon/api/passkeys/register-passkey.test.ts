import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CreationOptions,
  createSoftwareAuthenticator,
  type Lies,
  registerPasskey,
  type SoftwareAuthenticator,
} from '../../../support/software-authenticator.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Passkey {
  readonly id: number
  readonly name: string
  readonly rp_id: string
  readonly works_here: boolean
  readonly last_used_time: number
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

const begin = (caller: Caller, headers: Record<string, string> = {}) =>
  caller.request<CreationOptions>('POST', '/api/passkey/options', undefined, headers)
const listOf = async (caller: Caller) =>
  (await caller.call<{ items: Passkey[] }>('GET', '/api/passkey/')).items
const create = (
  caller: Caller,
  credential: object,
  headers: Record<string, string> = {},
  named: { readonly name?: string } = {},
) =>
  caller.request<{ passkey: Passkey; recovery_codes: string[] }>(
    'POST',
    '/api/passkey/',
    { credential, ...named },
    headers,
  )
const outcome = ({ status, body }: Awaited<ReturnType<Caller['request']>>) => [status, body.code]
/** Starts a registration and completes it with altered data. */
async function attempt(
  owner: Caller,
  lies: Lies,
  device: SoftwareAuthenticator = createSoftwareAuthenticator(),
) {
  return create(owner, device.create((await begin(owner)).body.data, lies))
}

describe('registering a passkey', () => {
  it('200 stores the public half, named after the browser, and shows it to its owner only', async () => {
    const [ann, bob] = [await api.createUser('ann'), await api.createUser('bob')]
    const options = await begin(ann)
    expect(options.body.data).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const made = await create(ann, createSoftwareAuthenticator().create(options.body.data), {
      'user-agent': chrome,
    })
    expect(made.body.data.passkey).toMatchObject({
      name: 'Chrome, Windows',
      rp_id: 'localhost',
      works_here: true,
      last_used_time: 0,
    })
    expect(await listOf(ann)).toEqual([made.body.data.passkey])
    expect(await listOf(bob)).toEqual([])
  })

  it('200 a name in which nothing is seen is none: the passkey is called after its browser', async () => {
    const owner = await api.createUser('unseen')
    const credential = createSoftwareAuthenticator().create((await begin(owner)).body.data)
    const made = await create(owner, credential, { 'user-agent': chrome }, { name: '\u3164' })
    expect([made.status, made.body.data.passkey.name]).toEqual([200, 'Chrome, Windows'])
  })

  it('200 asks for the same user every time and names the passkeys there are', async () => {
    const owner = await api.createUser('again')
    const device = createSoftwareAuthenticator()
    const first = (await begin(owner)).body.data
    await create(owner, device.create(first))
    const second = await begin(owner)
    expect(second.body.data.user.id).toBe(first.user.id)
    expect(second.body.data).toMatchObject({ excludeCredentials: [{ id: device.credentialId }] })
    expect((await begin(api.root)).body.data.user.id).not.toBe(first.user.id)
  })

  it('403 refuses what an honest browser would not send', async () => {
    const owner = await api.createUser('careful')
    const lies: Record<string, Lies> = {
      'another origin': { origin: 'https://evil.example' },
      'another port': { origin: 'http://localhost:9999' },
      'another domain': { rpId: 'evil.example' },
      'a made-up challenge': { challenge: Buffer.alloc(54).toString('base64url') },
      'no new passkey': { type: 'webauthn.get' },
      'a page inside another site': { crossOrigin: true },
      'a person who is not there': { isPresent: false },
      'a person who is not verified': { isVerified: false },
    }
    for (const [name, lie] of Object.entries(lies))
      expect([name, ...outcome(await attempt(owner, lie))]).toEqual([name, 403, 'passkey_refused'])
    expect(await listOf(owner)).toEqual([])
    expect(outcome(await attempt(owner, {}))).toEqual([200, undefined])
  })

  it('403 a challenge counts for the account that asked, once, for five minutes and for registering', async () => {
    const [owner, other] = [await api.createUser('owner'), await api.createUser('other')]
    const { data } = (await begin(owner)).body
    expect(outcome(await create(other, createSoftwareAuthenticator().create(data)))).toEqual([
      403,
      'passkey_refused',
    ])
    expect(outcome(await create(owner, createSoftwareAuthenticator().create(data)))).toEqual([200, undefined])
    expect(outcome(await create(owner, createSoftwareAuthenticator().create(data)))).toEqual([
      403,
      'passkey_refused',
    ])
    const signingIn = await api.anonymous.call<{ challenge: string }>(
      'POST',
      '/api/user/login/passkey/options',
    )
    expect(outcome(await attempt(owner, { challenge: signingIn.challenge }))).toEqual([
      403,
      'passkey_refused',
    ])
    const late = (await begin(owner)).body.data
    api.clock.advance(301_000)
    expect(outcome(await create(owner, createSoftwareAuthenticator().create(late)))).toEqual([
      403,
      'passkey_refused',
    ])
  })

  it('409 one passkey belongs to one account', async () => {
    const [owner, thief] = [await api.createUser('first'), await api.createUser('thief')]
    const device = createSoftwareAuthenticator()
    await registerPasskey(owner, device)
    expect(outcome(await attempt(thief, { credentialId: device.credentialId }))).toEqual([
      409,
      'passkey_exists',
    ])
    expect(await listOf(thief)).toEqual([])
  })

  it('409 an account has at most 20', async () => {
    const owner = await api.createUser('many')
    const waiting = (await begin(owner)).body.data
    for (let count = 0; count < 20; count += 1) await registerPasskey(owner, createSoftwareAuthenticator())
    expect(outcome(await begin(owner))).toEqual([409, 'passkey_limit'])
    expect(outcome(await create(owner, createSoftwareAuthenticator().create(waiting)))).toEqual([
      409,
      'passkey_limit',
    ])
  })

  it('403 an access token cannot become a passkey', async () => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'all',
      scopes: ['*'],
    })
    const script = api.withToken(token)
    expect(outcome(await begin(script))).toEqual([403, 'session_required'])
    const { data } = (await begin(api.root)).body
    expect(outcome(await create(script, createSoftwareAuthenticator().create(data)))).toEqual([
      403,
      'session_required',
    ])
  })
})

describe('where passkeys belong', () => {
  it('400 an IP address cannot have passkeys, a domain and localhost can', async () => {
    for (const host of ['127.0.0.1:3000', '192.0.2.7', '[::1]:3000'])
      expect(outcome(await begin(api.root, { host }))).toEqual([400, 'passkey_needs_domain'])
    for (const [host, id] of [
      ['localhost:3000', 'localhost'],
      ['Gateway.Example.com', 'gateway.example.com'],
    ] as const)
      expect((await begin(api.root, { host })).body.data.rp.id).toBe(id)
  })

  it('400 the address in the settings decides, and a page elsewhere is told where to go', async () => {
    const owner = await api.createUser('moved')
    await registerPasskey(owner, createSoftwareAuthenticator())
    await api.root.call('PUT', '/api/option/', { key: 'ServerAddress', value: 'https://tg.example.com' })
    const options = await begin(owner, { host: 'localhost:3000' })
    expect(options.body.data.rp.id).toBe('tg.example.com')
    expect(options.body.data).toMatchObject({ excludeCredentials: [] })
    expect(await listOf(owner)).toMatchObject([{ rp_id: 'localhost', works_here: false }])
    const elsewhere = await begin(owner, { origin: 'http://localhost:3000' })
    expect(outcome(elsewhere)).toEqual([400, 'passkey_elsewhere'])
    expect(elsewhere.body.message).toContain('https://tg.example.com')
    await api.root.call('PUT', '/api/option/', { key: 'ServerAddress', value: '' })
  })
})

describe('renaming and deleting', () => {
  it('200 both are in the audit trail, as registering is', async () => {
    const owner = await api.createUser('tidy')
    const { id } = await registerPasskey(owner, createSoftwareAuthenticator(), 'phone')
    expect(await owner.call('PUT', `/api/passkey/${id}`, { name: ' tablet ' })).toMatchObject({
      name: 'tablet',
    })
    expect(await listOf(owner)).toMatchObject([{ name: 'tablet' }])
    await owner.call('DELETE', `/api/passkey/${id}`)
    expect(await listOf(owner)).toEqual([])
    const rows = await api.services
      .knex('audit_events')
      .where({ actor_id: owner.id, target_kind: 'passkey' })
      .orderBy('id')
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['passkey.create', '', '{"name":"phone","domain":"localhost"}'],
      ['passkey.rename', '{"name":"phone"}', '{"name":"tablet"}'],
      ['passkey.delete', '{"name":"tablet","domain":"localhost"}', ''],
    ])
  })

  it('404 a passkey of somebody else is as unknown as one that does not exist', async () => {
    const [owner, stranger] = [await api.createUser('keeper'), await api.createUser('stranger')]
    const { id } = await registerPasskey(owner, createSoftwareAuthenticator())
    for (const each of [id, 999_999]) {
      expect(outcome(await stranger.request('DELETE', `/api/passkey/${each}`))).toEqual([
        404,
        'passkey_not_found',
      ])
      expect(outcome(await stranger.request('PUT', `/api/passkey/${each}`, { name: 'mine' }))).toEqual([
        404,
        'passkey_not_found',
      ])
    }
    expect(await listOf(owner)).toHaveLength(1)
  })
})
