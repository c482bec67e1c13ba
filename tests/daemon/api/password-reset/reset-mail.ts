import { expect } from 'vitest'
import { type ReceivedMail, type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import type { Answer, Caller, TestApi } from '../../../support/test-services.ts'

export const siteAddress = 'https://gate.example.com'

/** A site that sends mail, with users who forgot their passwords. */
export interface ForgetfulSite {
  readonly mails: SmtpSink['mails']
  set(key: string, value: string): Promise<unknown>
  /** Creates an account with an email address and signs it in. */
  member(username: string, email?: string): Promise<Caller>
  /** Requests a reset link. */
  ask(email: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Requests a reset link. @returns the token in the newest mail */
  tokenFor(email: string): Promise<string>
  reset(email: string, token: string): Promise<Answer<string>>
  close(): Promise<void>
}

export const addressOf = (username: string): string => `${username}@corp.example`

/** Returns the link in a mail. */
export const linkIn = (mail: ReceivedMail | undefined): URL | undefined => {
  const found = /^https?:\S+$/m.exec(mail?.text ?? '')
  return found ? new URL(found[0]) : undefined
}

export async function startForgetfulSite(api: TestApi): Promise<ForgetfulSite> {
  const sink = await startSmtpSink()
  const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
  for (const [key, value] of [
    ['ServerAddress', siteAddress],
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', String(sink.port)],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gate@corp.example'],
    ['SMTPToken', 'postage'],
  ] as const)
    await set(key, value)
  const ask: ForgetfulSite['ask'] = (email, headers) =>
    api.anonymous.request(
      'GET',
      `/api/reset_password?email=${encodeURIComponent(email)}`,
      undefined,
      headers ?? {},
    )
  return {
    mails: sink.mails,
    set,
    async member(username, email = addressOf(username)) {
      const account = await api.createUser(username)
      await api.services
        .knex('users')
        .where({ id: account.id })
        .update({ email, email_key: email.toLowerCase() })
      return account
    },
    ask,
    async tokenFor(email) {
      const before = sink.mails.length
      expect((await ask(email)).status).toBe(200)
      expect(sink.mails).toHaveLength(before + 1)
      return linkIn(sink.mails.at(-1))?.searchParams.get('token') ?? ''
    },
    reset: (email, token) => api.anonymous.request('POST', '/api/user/reset', { email, token }),
    close: () => sink.close(),
  }
}
