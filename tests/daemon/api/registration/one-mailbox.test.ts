import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let sink: SmtpSink
let host: Caller
let affCode: string
beforeAll(async () => {
  api = await startTestApi()
  sink = await startSmtpSink()
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(sink.port)],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gate@corp.example'],
    ['SMTPToken', 'postage'],
    ['EmailVerificationEnabled', 'true'],
    ['AffEnabled', 'true'],
    ['QuotaForNewUser', '1000'],
    ['QuotaForInviter', '200'],
    ['QuotaForInvitee', '300'],
  ] as const)
    await api.root.call('PUT', '/api/option/', { key, value })
  host = await api.createUser('host')
  affCode = await host.call<string>('GET', '/api/user/aff')
})
afterAll(async () => {
  await api.close()
  await sink.close()
})
beforeEach(() => api.clock.advance(3_600_000))

/** Requests a code for an address. @returns the code */
async function codeFor(email: string, who: Caller = api.anonymous): Promise<string> {
  await who.call('GET', `/api/verification?email=${encodeURIComponent(email)}`)
  return /\b\d{6}\b/.exec(sink.mails.at(-1)?.text ?? '')?.[0] ?? ''
}

/** Signs up a user invited by `host`. @returns the balance of the new account */
async function signUp(username: string, email: string): Promise<unknown> {
  await api.anonymous.call('POST', '/api/user/register', {
    username,
    password: testPassword,
    email,
    verification_code: await codeFor(email),
    aff_code: affCode,
  })
  return (await (await api.signIn(username, testPassword)).call('GET', '/api/user/self')).quota
}
const earned = async () => (await host.call('GET', '/api/user/self')).aff_quota

describe('M10: gifts for a new account', () => {
  it('are given once for all spellings of a mailbox, to the guest and to the host', async () => {
    expect(await signUp('first', 'ann.lee@gmail.com')).toBe(1300)
    expect(await earned()).toBe(200)
    expect(await signUp('dots', 'annlee@gmail.com')).toBe(0)
    expect(await signUp('plus', 'ann.lee+2@gmail.com')).toBe(0)
    expect(await signUp('google', 'annlee@googlemail.com')).toBe(0)
    expect(await earned()).toBe(200)
    expect(await signUp('other', 'bob@gmail.com')).toBe(1300)
    expect(await earned()).toBe(400)
  })

  it('are not given again after the first account has moved to another address', async () => {
    await signUp('mover', 'mover@corp.example')
    const mover = await api.signIn('mover', testPassword)
    const code = await codeFor('moved@corp.example', mover)
    await mover.call('GET', `/api/oauth/email/bind?email=moved%40corp.example&code=${code}`)
    expect(await signUp('again', 'mover+2@corp.example')).toBe(0)
    expect(await signUp('alias', 'moved+1@corp.example')).toBe(0)
  })
})
