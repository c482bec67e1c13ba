import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type IdentityServers,
  startIdentityServers,
  turnstileSecret,
} from '../../../support/identity/identity-servers.ts'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let servers: IdentityServers
let sink: SmtpSink
let api: TestApi
const set = async (settings: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(settings))
    await api.root.call('PUT', '/api/option/', { key, value })
}
beforeAll(async () => {
  servers = await startIdentityServers()
  sink = await startSmtpSink()
  api = await startTestApi({ providerAddresses: servers.addresses })
  await api.createUser('somebody')
  await set({
    ServerAddress: 'https://gate.example.com',
    SMTPServer: '127.0.0.1',
    SMTPPort: String(sink.port),
    SMTPAccount: 'mailer',
    SMTPFrom: 'gate@corp.example',
    SMTPToken: 'postage',
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: turnstileSecret,
    TurnstileCheckEnabled: 'true',
  })
})
afterAll(async () => {
  await api?.close()
  await sink?.close()
  await servers?.close()
})
beforeEach(() => api.clock.advance(3_600_000))

/** Calls of visitors, with a human check token in the query. */
const calls = {
  'signing in': (token: string) =>
    api.anonymous.request('POST', `/api/user/login?turnstile=${token}`, {
      username: 'somebody',
      password: testPassword,
    }),
  'signing up': (token: string) =>
    api.anonymous.request('POST', `/api/user/register?turnstile=${token}`, {
      username: 'newcomer',
      password: testPassword,
    }),
  'asking for a code': (token: string) =>
    api.anonymous.request('GET', `/api/verification?email=code@corp.example&turnstile=${token}`),
  'asking for a new password': (token: string) =>
    api.anonymous.request('GET', `/api/reset_password?email=lost@corp.example&turnstile=${token}`),
}
const verified = () => servers.hits.filter(({ path }) => path === '/turnstile/siteverify')

describe('while the human check is on', () => {
  it.each(Object.entries(calls))(
    'A-LOGIN-10 A-OPT-036 A-OPT-038 %s needs a token that the verifier, which gets the secret, takes once',
    async (_name, call) => {
      const before = verified().length
      const without = await call('')
      expect([without.status, without.body.code]).toEqual([400, 'turnstile_required'])
      expect(verified()).toHaveLength(before)
      const made = await call('made-up')
      expect([made.status, made.body.code]).toEqual([403, 'turnstile_failed'])
      const token = servers.passCheck()
      expect((await call(token)).status).toBe(200)
      expect(verified().at(-1)?.form).toEqual({
        secret: turnstileSecret,
        response: token,
        remoteip: '127.0.0.1',
      })
      expect((await call(token)).body.code).toBe('turnstile_failed')
    },
  )

  it('nobody comes in with the secret of another site, or while the verifier is away', async () => {
    await set({ TurnstileSecretKey: 'another-secret', TurnstileCheckEnabled: 'true' })
    expect((await calls['signing in'](servers.passCheck())).body.code).toBe('turnstile_failed')
    await set({ TurnstileSecretKey: turnstileSecret, TurnstileCheckEnabled: 'true' })
    servers.next(500, 'no JSON')
    expect((await calls['signing in'](servers.passCheck())).body.code).toBe('turnstile_unreachable')
    await set({ TurnstileCheckEnabled: 'false' })
    expect((await calls['signing in']('')).status).toBe(200)
  })
})
