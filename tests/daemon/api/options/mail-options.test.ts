import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { makeCertificate } from '../../../support/webhook-sink.ts'

const trusted = getCACertificates('default')
let api: TestApi
let plain: SmtpSink
let secure: SmtpSink
beforeAll(async () => {
  const certificate = makeCertificate()
  setDefaultCACertificates([...trusted, certificate.cert])
  api = await startTestApi()
  plain = await startSmtpSink()
  secure = await startSmtpSink(certificate)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await api?.close()
  for (const each of [plain, secure]) await each?.close()
})

const set = async (settings: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(settings))
    await api.root.call('PUT', '/api/option/', { key, value })
}
const send = async () =>
  (await api.root.request('POST', '/api/option/test_mail', { to: 'me@corp.example' })).status
const textOf = async (key: string) =>
  (await api.root.call<{ key: string; value: string }[]>('GET', '/api/option/')).find(
    (each) => each.key === key,
  )?.value

describe('the mail server', () => {
  it('A-OPT-043: its port is 587 unless something else is set', async () => {
    expect(await textOf('SMTPPort')).toBe('587')
  })

  it('A-OPT-042 A-OPT-043 A-OPT-044 A-OPT-046: is the one at server and port, signed in to with account and token', async () => {
    await set({
      SMTPServer: '127.0.0.1',
      SMTPPort: String(plain.port),
      SMTPAccount: 'mailer',
      SMTPFrom: 'gate@corp.example',
      SMTPToken: 'postage',
    })
    expect(await send()).toBe(200)
    expect(plain.mails.map(({ to }) => to)).toEqual([['me@corp.example']])
    expect(await textOf('SMTPToken')).toBe('')
    for (const [key, wrong, right] of [
      ['SMTPToken', 'another', 'postage'],
      ['SMTPAccount', 'somebody', 'mailer'],
      ['SMTPPort', '1', String(plain.port)],
    ] as const) {
      await set({ [key]: wrong })
      expect([key, await send()]).toEqual([key, 503])
      await set({ [key]: right, SMTPToken: 'postage' })
    }
    expect(plain.mails).toHaveLength(1)
    expect(await send()).toBe(200)
  })

  it('A-OPT-045: mails come from the sender, or from the account where there is none', async () => {
    expect(plain.mails.at(-1)?.raw).toMatch(/^From: Tollgate <gate@corp\.example>/m)
    await set({ SMTPFrom: '', SMTPAccount: 'mailer@corp.example' })
    expect(await send()).toBe(200)
    expect(plain.mails.at(-1)?.raw).toMatch(/^From: Tollgate <mailer@corp\.example>/m)
  })

  it('A-OPT-047: is spoken to with TLS from the first byte when that is switched on', async () => {
    await set({ SMTPPort: String(secure.port), SMTPToken: 'postage' })
    expect(await send()).toBe(503)
    await set({ SMTPSSLEnabled: 'true' })
    expect(await send()).toBe(200)
    expect(secure.mails.map(({ to }) => to)).toEqual([['me@corp.example']])
  })
})
