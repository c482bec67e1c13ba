import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fullWidth } from '../../../support/full-width.ts'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
let sink: SmtpSink
beforeAll(async () => {
  api = await startTestApi()
  sink = await startSmtpSink()
})
afterAll(async () => {
  await api.close()
  await sink.close()
})
/**
 * Where throttles follow the test clock, each test begins with fresh ones. With Redis, each test uses separate
 * addresses.
 */
beforeEach(() => api.clock.advance(3_600_000))

const set = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const register = (body: Record<string, unknown>, query = '') =>
  api.anonymous.request('POST', `/api/user/register${query}`, { password: testPassword, ...body })
const userNamed = async (username: string) => {
  const { items } = await api.root.call<{ items: Record<string, unknown>[] }>(
    'GET',
    `/api/user/search?keyword=${username}`,
  )
  return items.find((each) => each.username === username)
}

describe('POST /api/user/register', () => {
  it('A-REG-04 makes an ordinary account that can sign in, and answers it', async () => {
    const fields = { password2: testPassword, email: '', verification_code: '', wechat_verification_code: '' }
    const answer = await register({ username: 'newcomer', ...fields, aff_code: '' }, '?turnstile=unasked')
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { success: true, message: '', data: { username: 'newcomer', role: 1, status: 1, group: 'default' } },
    ])
    const self = await (await api.signIn('newcomer', testPassword)).call('GET', '/api/user/self')
    expect(self).toMatchObject({ role: 1, status: 1, group: 'default', inviter_id: 0, email: '', quota: 0 })
  })

  it('ignores an address nobody has proven', async () => {
    await register({ username: 'claimer', email: 'boss@corp.example' })
    expect((await userNamed('claimer'))?.email).toBe('')
  })

  it.each([
    ['A-REG-05: an empty name', { username: '  ' }, 'username_and_password_required'],
    ['A-REG-05: an empty password', { username: 'empty', password: '' }, 'username_and_password_required'],
    [
      'A-REG-06: a password of seven characters',
      { username: 'short', password: '1234567' },
      'password_too_short',
    ],
    [
      'A-REG-07: a password of twenty-one characters',
      { username: 'long', password: 'x'.repeat(21) },
      'password_length',
    ],
    ['A-REG-07: a name of thirteen', { username: 'n'.repeat(13) }, 'username_length'],
    ['an @ in the name', { username: 'a@b' }, 'username_characters'],
    [
      'A-REG-09: two passwords that differ',
      { username: 'differ', password2: 'another-one' },
      'passwords_differ',
    ],
  ])('%s is refused, and no account is made', async (_, body, code) => {
    const answer = await register(body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(await userNamed(body.username)).toBeUndefined()
  })

  it('A-REG-06: a password of eight characters is taken', async () => {
    expect((await register({ username: 'eight', password: 'x'.repeat(8) })).status).toBe(200)
    expect((await api.signIn('eight', 'x'.repeat(8))).id).toBeGreaterThan(0)
  })

  it.each([
    ['a password of 21 characters', { username: 'long', password: 'x'.repeat(21) }, /8 to 20 characters/],
    ['a name of 13', { username: 'n'.repeat(13) }, /1 to 12 characters/],
  ])('A-REG-07 says the rule when it refuses %s', async (_, body, rule) => {
    expect((await register(body)).body.message).toMatch(rule)
    expect(await userNamed(body.username)).toBeUndefined()
  })

  it('refuses more than the contract knows: no role, no quota, no group', async () => {
    for (const extra of [{ role: 100 }, { quota: 5 }, { group: 'vip' }])
      expect((await register({ username: 'greedy', ...extra })).status).toBe(400)
    expect(await userNamed('greedy')).toBeUndefined()
  })

  it('A-REG-15 of parallel registrations with one name exactly one wins, and no later one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ username: 'wanted' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    answers.push(await register({ username: 'wanted' }))
    const codes = new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))
    expect([...codes, answers.at(-1)?.status]).toEqual(['user_exists', 409])
  })

  it('A-REG-15 refuses the name of a deactivated account', async () => {
    const { id } = await api.createUser('departed')
    await api.root.call('POST', '/api/user/manage', { id, action: 'delete' })
    expect((await register({ username: 'departed' })).body.code).toBe('user_exists')
  })

  it.each([
    ['A-OPT-014', 'RegisterEnabled', 'registration_disabled', 'the administrator has closed registration'],
    [
      'A-OPT-012',
      'PasswordRegisterEnabled',
      'password_registration_disabled',
      'the administrator has closed registration with a password; sign up through a provider instead',
    ],
  ])('A-REG-14 %s is refused with its message while %s is off', async (_, key, code, message) => {
    await set(key, 'false')
    const answer = await register({ username: 'late' })
    await set(key, 'true')
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([403, code, message])
    expect(await userNamed('late')).toBeUndefined()
  })
})

describe('invitations', () => {
  it('A-AFF-03 A-AFF-08 A-OPT-093 A-OPT-094 book what the options say, once, for both sides, each with a row in the log', async () => {
    await set('QuotaForNewUser', '1000')
    await set('QuotaForInviter', '200')
    await set('QuotaForInvitee', '300')
    const host = await api.createUser('host')
    const code = await host.call<unknown>('GET', '/api/user/aff')
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}$/)
    expect(await host.call<unknown>('GET', '/api/user/aff')).toBe(code)

    expect((await register({ username: 'guest', aff_code: code })).status).toBe(200)
    expect(await userNamed('guest')).toMatchObject({ quota: 1300, inviter_id: host.id })
    expect(await userNamed('host')).toMatchObject({
      quota: 1000,
      aff_count: 1,
      aff_quota: 200,
      aff_history_quota: 200,
    })
    const guest = await api.signIn('guest', testPassword)
    const logs = await guest.call<{ items: { quota: number }[] }>('GET', '/api/log/self?type=4')
    expect(logs.items.map(({ quota }) => quota).sort()).toEqual([1000, 300])
    const ofHost = await host.call<{ items: { quota: number; client_ip: string }[] }>(
      'GET',
      '/api/log/self?type=4',
    )
    expect(ofHost.items.map(({ quota }) => quota).sort()).toEqual([1000, 200])
  })

  it('A-REG-16 A-OPT-095 are not given for an unknown code, the code of a banned account, or while they are switched off', async () => {
    const host = await api.createUser('banned-host')
    const code = await host.call<unknown>('GET', '/api/user/aff')
    await api.root.call('POST', '/api/user/manage', { id: host.id, action: 'disable' })
    await register({ username: 'stray1', aff_code: 'ZZZZZZ' })
    await register({ username: 'stray2', aff_code: code })
    await api.root.call('POST', '/api/user/manage', { id: host.id, action: 'enable' })
    await set('AffEnabled', 'false')
    await register({ username: 'stray3', aff_code: code })
    await set('AffEnabled', 'true')
    for (const name of ['stray1', 'stray2', 'stray3'])
      expect(await userNamed(name)).toMatchObject({ inviter_id: 0, quota: 1000 })
    expect(await userNamed('banned-host')).toMatchObject({ aff_count: 0, aff_quota: 0 })
  })

  it('leave the books in order', async () => {
    expect(await api.root.call('GET', '/api/audit/')).toMatchObject({ state: 'clean' })
  })
})

describe('an address that must be proven', () => {
  const askFor = (email: string, language = 'en') =>
    api.anonymous.request('GET', `/api/verification?email=${encodeURIComponent(email)}`, undefined, {
      'accept-language': language,
    })
  const lastCode = (): string => /\b\d{6}\b/.exec(sink.mails.at(-1)?.text ?? '')?.[0] ?? ''

  beforeAll(async () => {
    for (const [key, value] of [
      ['SMTPServer', '127.0.0.1'],
      ['SMTPPort', String(sink.port)],
      ['SMTPAccount', 'mailer'],
      ['SMTPFrom', 'gate@corp.example'],
      ['SMTPToken', 'postage'],
      ['EmailVerificationEnabled', 'true'],
    ] as const)
      await set(key, value)
  })

  it('A-REG-11 A-REG-13 gets a code by mail, in the language of the visitor, and registers with it once', async () => {
    expect((await askFor('Ann@Corp.example', 'zh')).status).toBe(200)
    expect(sink.mails.at(-1)?.to).toEqual(['Ann@corp.example'])
    expect(sink.mails.at(-1)?.text).toContain('验证码')
    const body = { username: 'ann', email: 'ann@corp.EXAMPLE', verification_code: lastCode() }
    const answers = await Promise.all([register(body), register({ ...body, username: 'ann2' })])
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await api.signIn('ANN@corp.example', testPassword)).id).toBeGreaterThan(0)
  })

  it.each([
    ['no code', {}],
    ['a wrong code', { verification_code: '000000x' }],
  ])('A-REG-13 A-OPT-013 is refused with %s', async (_, extra) => {
    await askFor('bob@corp.example')
    const answer = await register({ username: 'bob', email: 'bob@corp.example', ...extra })
    expect([answer.status, answer.body.code]).toEqual([400, 'verification_code_invalid'])
  })

  it('A-REG-13 is refused with the code of another address, after ten minutes, and after ten wrong tries', async () => {
    await askFor('carl@corp.example')
    const code = lastCode()
    const other = await register({ username: 'carl', email: 'dora@corp.example', verification_code: code })
    expect(other.body.code).toBe('verification_code_invalid')
    api.clock.advance(600_001)
    const late = await register({ username: 'carl', email: 'carl@corp.example', verification_code: code })
    expect(late.body.code).toBe('verification_code_invalid')

    await askFor('cora@corp.example')
    const fresh = lastCode()
    for (let tries = 0; tries < 10; tries += 1)
      await register({ username: 'cora', email: 'cora@corp.example', verification_code: 'guess' })
    const tired = await register({ username: 'cora', email: 'cora@corp.example', verification_code: fresh })
    expect(tired.body.code).toBe('verification_code_invalid')
  })

  it('A-REG-15 that has an account is told so by mail, and the answer does not tell', async () => {
    const { id } = await api.createUser('eve')
    const address = { email: 'Eve@corp.example', email_key: 'eve@corp.example' }
    await api.services.knex('users').where({ id }).update(address)
    const known = await askFor('eve@corp.example')
    const unknown = await askFor('nobody@corp.example')
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(sink.mails.at(-2)?.text).toContain('belongs to an account already')
    // Nobody can sign in to a closed account, so the mail mentions this case.
    expect(sink.mails.at(-2)?.text).toContain('maybe to one that was closed')
    expect(sink.mails.at(-2)?.text).not.toMatch(/\b\d{6}\b/)
  })

  it('A-REG-15 that another account has got in the meantime makes no second account', async () => {
    await askFor('flo@corp.example')
    const { id } = await api.createUser('flora')
    const address = { email: 'flo@corp.example', email_key: 'flo@corp.example' }
    await api.services.knex('users').where({ id }).update(address)
    const body = { username: 'flo', email: 'FLO@corp.example', verification_code: lastCode() }
    const answer = await register(body)
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
    expect(await userNamed('flo')).toBeUndefined()
  })

  it('takes full-width digits, as Chinese keyboards type them, and blanks between them', async () => {
    await askFor('wide@corp.example')
    const typed = `${fullWidth(lastCode()).slice(0, 3)} ${fullWidth(lastCode()).slice(3)}`
    const answer = await register({ username: 'wide', email: 'wide@corp.example', verification_code: typed })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
  })

  it.each([
    ['RegisterEnabled', 'registration_disabled'],
    ['PasswordRegisterEnabled', 'password_registration_disabled'],
  ])('gets no mail while %s is off: nobody could sign up with the code', async (key, code) => {
    await set(key, 'false')
    const before = sink.mails.length
    const answer = await askFor(`${key}@corp.example`)
    await set(key, 'true')
    expect([answer.status, answer.body.code]).toEqual([403, code])
    expect(sink.mails).toHaveLength(before)
  })

  it('gets no second mail within thirty seconds, from no daemon', async () => {
    const before = sink.mails.length
    await askFor('fay@corp.example')
    const again = await askFor('FAY@corp.example')
    expect([again.status, again.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(30)
    expect(sink.mails).toHaveLength(before + 1)
  })

  it.each([
    ['', 'email_required'],
    ['no-address', 'email_invalid'],
    ['a@b', 'email_invalid'],
    ['x@y.example\r\nBcc: all@corp.example', 'email_invalid'],
    ['"q"@y.example', 'email_invalid'],
  ])('A-REG-11 %j is refused before anything is sent', async (email, code) => {
    const before = sink.mails.length
    expect((await askFor(email)).body.code).toBe(code)
    expect(sink.mails).toHaveLength(before)
  })

  it('A-OPT-039 A-OPT-040 A-OPT-041 obeys the list of domains and the ban on aliases', async () => {
    await set('EmailDomainWhitelist', 'corp.example')
    await set('EmailDomainRestrictionEnabled', 'true')
    await set('EmailAliasRestrictionEnabled', 'true')
    expect((await askFor('gus@evil.example')).body.code).toBe('email_domain_refused')
    const signUp = await register({ username: 'gus', email: 'gus@evil.example', verification_code: '1' })
    expect(signUp.body.code).toBe('email_domain_refused')
    expect((await askFor('gus+spam@corp.example')).body.code).toBe('email_alias_refused')
    expect((await askFor('g.us@corp.example')).body.code).toBe('email_alias_refused')
    expect((await askFor('gus@CORP.example')).status).toBe(200)
    await set('EmailDomainRestrictionEnabled', 'false')
    await set('EmailAliasRestrictionEnabled', 'false')
  })

  it('says so when the mail server refuses, and never which server it is', async () => {
    sink.refuse()
    const answer = await askFor('hal@corp.example')
    expect([answer.status, answer.body.code]).toEqual([503, 'mail_failed'])
    expect(answer.text).not.toContain('127.0.0.1')
  })

  it('keeps no code in clear', async () => {
    const rows = await api.services.knex('email_codes').select('*')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ code_hash: hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })
})
