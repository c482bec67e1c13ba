import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let sink: SmtpSink
beforeAll(async () => {
  api = await startTestApi()
  sink = await startSmtpSink()
  for (const [key, value] of Object.entries({
    SMTPServer: '127.0.0.1',
    SMTPPort: String(sink.port),
    SMTPAccount: 'mailer',
    SMTPToken: 'postage',
    SMTPFrom: 'gate@corp.example',
  }))
    await api.root.call('PUT', '/api/option/', { key, value })
})
afterAll(async () => {
  await api?.close()
  await sink?.close()
})
beforeEach(() => api.clock.advance(3_600_000))

const ask = (who: Caller, email: string) =>
  who.request('GET', `/api/verification?email=${encodeURIComponent(email)}`)
const codeFor = (email: string): string => {
  const mail = sink.mails.filter(({ to }) => to.includes(email)).at(-1)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}
const bind = (who: Caller, email: string, code: string) =>
  who.request('GET', `/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`)
const emailOf = async (who: Caller) => (await who.call<{ email: string }>('GET', '/api/user/self')).email

/**
 * Stores an address directly, because Redis refuses two mails to one address within thirty seconds whatever the test
 * clock says.
 */
const give = (who: Caller, email: string) =>
  api.services.knex('users').where({ id: who.id }).update({ email, email_key: email })

describe('GET /api/oauth/email/bind', () => {
  it('A-ME-05 binds the address that got the code; signing in with it works, in any case', async () => {
    const user = await api.createUser('binder')
    await ask(user, 'Ada@corp.example')
    expect((await bind(user, 'Ada@corp.example', codeFor('Ada@corp.example'))).status).toBe(200)
    expect(await emailOf(user)).toBe('Ada@corp.example')
    expect((await api.signIn('ada@CORP.example', testPassword)).id).toBe(user.id)

    await ask(user, 'ada.new@corp.example')
    await bind(user, 'ada.new@corp.example', codeFor('ada.new@corp.example'))
    expect(await emailOf(user)).toBe('ada.new@corp.example')
    await expect(api.signIn('ada@corp.example', testPassword)).rejects.toThrow('login_failed')
  })

  it('tells the address before that the account has another one now, and not which', async () => {
    const user = await api.createUser('mover')
    await ask(user, 'first@corp.example')
    await bind(user, 'first@corp.example', codeFor('first@corp.example'))
    const told = () => sink.mails.filter(({ text }) => text.includes('Your account mover'))
    expect(told()).toEqual([])
    await ask(user, 'second@corp.example')
    await bind(user, 'second@corp.example', codeFor('second@corp.example'))
    expect(told().map(({ to }) => to)).toEqual([['first@corp.example']])
    expect(told()[0]?.text).toMatch(/account mover at .* has another email address/)
    expect(told()[0]?.raw).not.toContain('second@')

    // The same address in another spelling.
    await give(user, 'third@corp.example')
    await ask(user, 'Third@corp.example')
    await bind(user, 'Third@corp.example', codeFor('Third@corp.example'))
    expect(await emailOf(user)).toBe('Third@corp.example')
    expect(told()).toHaveLength(1)
  })

  it('A-ME-06 400 needs address and code, and the code of this address and this purpose', async () => {
    const user = await api.createUser('wrong')
    const code = async (who: Caller, email: string) => {
      await ask(who, email)
      return codeFor(email)
    }
    const right = await code(user, 'right@corp.example')
    const other = await code(user, 'other@corp.example')
    const ofVisitor = await code(api.anonymous, 'visitor@corp.example')
    const wrong = right === '000000' ? '000001' : '000000'
    for (const [email, given, refusal] of [
      ['', right, 'email_required'],
      ['right@corp.example', '', 'verification_code_invalid'],
      ['right@corp.example', wrong, 'verification_code_invalid'],
      ['other@corp.example', right === other ? wrong : right, 'verification_code_invalid'],
      ['visitor@corp.example', ofVisitor, 'verification_code_invalid'],
    ] as const) {
      const answer = await bind(user, email, given)
      expect([answer.status, answer.body.code]).toEqual([400, refusal])
    }
    expect(await emailOf(user)).toBe('')
    expect((await bind(user, 'right@corp.example', right)).status).toBe(200)
    expect((await bind(user, 'right@corp.example', right)).body.code).toBe('verification_code_invalid')
  })

  it('of parallel calls with one code one binds', async () => {
    const user = await api.createUser('parallel')
    await ask(user, 'once@corp.example')
    const code = codeFor('once@corp.example')
    // The first call replaces the cookie of its session, so each call uses a separate session.
    const sessions = await Promise.all(Array.from({ length: 4 }, () => api.signIn('parallel', testPassword)))
    const answers = await Promise.all(sessions.map((each) => bind(each, 'once@corp.example', code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  it('an address of another account gets no code, only its owner is told; nobody loses it', async () => {
    const [owner, thief] = [await api.createUser('owner'), await api.createUser('thief')]
    await give(owner, 'mine@corp.example')
    expect((await ask(thief, 'MINE@corp.example')).status).toBe(200)
    expect(sink.mails.at(-1)?.text).toMatch(/belongs to an account already/)
    expect(codeFor('MINE@corp.example')).toBe('')
  })

  it('409 an address that another account bound in the meantime is refused', async () => {
    const [slow, fast] = [await api.createUser('slow'), await api.createUser('fast')]
    await ask(slow, 'both@corp.example')
    const code = codeFor('both@corp.example')
    await give(fast, 'both@corp.example')
    const answer = await bind(slow, 'both@corp.example', code)
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    expect(await emailOf(slow)).toBe('')
  })

  it('A-LOGIN-20 401 neither binds nor sends a code for binding with the cookie alone', async () => {
    const user = await api.createUser('cookie')
    await ask(user, 'lured@corp.example')
    const { cookie = '' } = user.headers
    const answer = await api.anonymous.request(
      'GET',
      `/api/oauth/email/bind?email=lured@corp.example&code=${codeFor('lured@corp.example')}`,
      undefined,
      { cookie },
    )
    expect([answer.status, answer.body.code]).toEqual([401, 'user_header_mismatch'])
    expect(await emailOf(user)).toBe('')

    await api.anonymous.request('GET', '/api/verification?email=lured2@corp.example', undefined, { cookie })
    const purposes = await api.services.knex('email_codes').where({ email_key: 'lured2@corp.example' })
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['register'])
  })

  it('401 an ended session gets no code, which would be one for signing up', async () => {
    const user = await api.createUser('ended')
    await api.withToken(await user.call('GET', '/api/user/token')).call('DELETE', '/api/session/')
    const answer = await ask(user, 'ended@corp.example')
    expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    expect(await api.services.knex('email_codes').where({ email_key: 'ended@corp.example' })).toEqual([])
  })

  it('who is signed in gets a code on a site that takes in nobody', async () => {
    const user = await api.createUser('insider')
    await api.root.call('PUT', '/api/option/', { key: 'SelfUseModeEnabled', value: 'true' })
    expect((await ask(api.anonymous, 'out@corp.example')).body.code).toBe('self_use_mode')
    expect((await ask(user, 'in@corp.example')).status).toBe(200)
    await api.root.call('PUT', '/api/option/', { key: 'SelfUseModeEnabled', value: 'false' })
    expect((await bind(user, 'in@corp.example', codeFor('in@corp.example'))).status).toBe(200)
  })
})
