import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { giveRootAnotherWayIn } from '../../../support/way-in-for-root.ts'
import { addressOf, type ForgetfulSite, linkIn, siteAddress, startForgetfulSite } from './reset-mail.ts'

let api: TestApi
let site: ForgetfulSite
beforeAll(async () => {
  api = await startTestApi()
  site = await startForgetfulSite(api)
})
afterAll(async () => {
  await api?.close()
  await site?.close()
})
/**
 * Where throttles follow the test clock, each test begins with fresh ones. With Redis, each test uses separate
 * addresses.
 */
beforeEach(async () => {
  api.clock.advance(3_600_000)
  await api.root.proveAgain()
})

describe('GET /api/reset_password', () => {
  it.each([
    ['en', 'Tollgate: reset your password', 'works once'],
    ['zh', 'Tollgate 重置密码', '只能使用一次'],
  ])(
    'A-RESET-05 A-OPT-001 in %s: mails the account a link on ServerAddress with address and token',
    async (language, subject, text) => {
      const name = `ann-${language}`
      await site.member(name, `Ann+${language}@Corp.example`)
      const answer = await site.ask(` ann+${language}@CORP.example `, {
        'accept-language': language,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      })
      expect([answer.status, answer.body]).toEqual([200, { success: true, message: '' }])
      const mail = site.mails.at(-1)
      // The mail goes to the address of the account, not to the typed spelling.
      expect(mail?.to).toEqual([`Ann+${language}@corp.example`])
      expect(mail?.text).toContain(text)
      expect(mail?.text).toContain(name)
      expect(mail?.raw).not.toContain('evil.example')
      expect(mail?.subject).toBe(subject)
      const link = linkIn(mail)
      expect(`${link?.origin}${link?.pathname}`).toBe(`${siteAddress}/user/reset`)
      expect([...(link?.searchParams.keys() ?? [])]).toEqual(['email', 'token'])
      expect(link?.searchParams.get('email')).toBe(`Ann+${language}@Corp.example`)
      expect(link?.searchParams.get('token')).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it('answers the same for addresses of nobody, of a banned and of a deactivated account, who are told by mail', async () => {
    await site.member('known')
    for (const [name, action] of [
      ['banned', 'disable'],
      ['departed', 'delete'],
    ] as const) {
      const { id } = await site.member(name)
      await api.root.call('POST', '/api/user/manage', { id, action })
    }
    const known = await site.ask(addressOf('known'))
    for (const name of ['nobody', 'banned', 'departed']) {
      const answer = await site.ask(addressOf(name))
      expect([answer.status, answer.body]).toEqual([known.status, known.body])
      expect(site.mails.at(-1)?.to).toEqual([addressOf(name)])
      expect(site.mails.at(-1)?.text).toContain('No account in use has it')
      expect(linkIn(site.mails.at(-1))).toBeUndefined()
    }
  })

  it.each([
    [10, 'anadmin'],
    [100, 'aroot'],
  ])('C1: gives an account of role %i no link by mail, and answers as for nobody', async (role, name) => {
    const account = await site.member(name)
    await api.services.knex('users').where({ id: account.id }).update({ role })
    const nobody = await site.ask(addressOf(`nobody-${name}`))
    const answer = await site.ask(addressOf(name))
    expect([answer.status, answer.body]).toEqual([nobody.status, nobody.body])
    expect(site.mails.at(-1)?.to).toEqual([addressOf(name)])
    expect(linkIn(site.mails.at(-1))).toBeUndefined()
    expect(site.mails.at(-1)?.text).toContain('No account in use has it')
  })

  it('C1: a link that was sent before its owner became an administrator is good for nothing', async () => {
    const account = await site.member('climber')
    const token = await site.tokenFor(addressOf('climber'))
    await api.root.call('POST', '/api/user/manage', { id: account.id, action: 'promote' })
    expect((await site.reset(addressOf('climber'), token)).body.code).toBe('reset_link_invalid')
    await api.root.call('POST', '/api/user/manage', { id: account.id, action: 'demote' })
    expect((await site.reset(addressOf('climber'), token)).status).toBe(200)
  })

  it.each(['known2', 'nobody2'])('sends %s one mail in thirty seconds, whatever its case', async (name) => {
    if (name === 'known2') await site.member(name)
    const before = site.mails.length
    expect((await site.ask(addressOf(name))).status).toBe(200)
    const again = await site.ask(addressOf(name).toUpperCase())
    expect([again.status, again.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(30)
    // All kinds of mail count together, so nobody's mailbox can be flooded by requesting different kinds.
    const code = await api.anonymous.request('GET', `/api/verification?email=${addressOf(name)}`)
    expect(code.status).toBe(429)
    expect(site.mails).toHaveLength(before + 1)
  })

  it.each([
    ['', 'email_required'],
    ['   ', 'email_required'],
    ['no-address', 'email_invalid'],
    ['x@y.example\r\nBcc: all@corp.example', 'email_invalid'],
    ['a@corp.example,b@corp.example', 'email_invalid'],
  ])('A-RESET-02 %j is refused before anything is sent', async (email, code) => {
    const before = site.mails.length
    const answer = await site.ask(email)
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, 'email'])
    expect(site.mails).toHaveLength(before)
  })

  it('A-RESET-02 is refused without an address', async () => {
    const answer = await api.anonymous.request('GET', '/api/reset_password')
    expect([answer.status, answer.body.code]).toEqual([400, 'email_required'])
  })

  it('A-RESET-03 A-OPT-036 is refused without a token of the human check where that is on', async () => {
    await site.set('TurnstileSiteKey', 'site-key')
    await site.set('TurnstileSecretKey', 'secret-key')
    await site.set('TurnstileCheckEnabled', 'true')
    const before = site.mails.length
    const answer = await site.ask(addressOf('robot'))
    expect([answer.status, answer.body.code]).toEqual([400, 'turnstile_required'])
    expect(site.mails).toHaveLength(before)
    await site.set('TurnstileCheckEnabled', 'false')
    // The refused request did not count against the address.
    expect((await site.ask(addressOf('robot'))).status).toBe(200)
  })

  it.each([
    ['ServerAddress', '', siteAddress, 503, 'server_address_unset'],
    ['SMTPServer', '', '127.0.0.1', 503, 'mail_not_set_up'],
    ['PasswordLoginEnabled', 'false', 'true', 403, 'password_login_disabled'],
  ])('is refused to everybody alike while %s is %j', async (key, off, on, status, code) => {
    await site.member(`who-${code.slice(0, 6)}`)
    await giveRootAnotherWayIn(api)
    await site.set(key, off)
    const answers = [
      await site.ask(addressOf(`who-${code.slice(0, 6)}`)),
      await site.ask(addressOf(`no-${code}`)),
    ]
    await site.set(key, on)
    // A password for one mail server is not kept for another.
    await site.set('SMTPToken', 'postage')
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('asks nothing of an address but that an account has it: rules for new ones came later', async () => {
    await site.member('older', 'o.lder+tag@elsewhere.example')
    await site.set('EmailDomainWhitelist', 'corp.example')
    await site.set('EmailDomainRestrictionEnabled', 'true')
    await site.set('EmailAliasRestrictionEnabled', 'true')
    expect((await site.ask('o.lder+tag@elsewhere.example')).status).toBe(200)
    expect(linkIn(site.mails.at(-1))).toBeDefined()
    await site.set('EmailDomainRestrictionEnabled', 'false')
    await site.set('EmailAliasRestrictionEnabled', 'false')
  })

  it('works where the owner uses the site alone and where registration is closed; a demonstration refuses', async () => {
    await site.member('solo')
    await site.set('SelfUseModeEnabled', 'true')
    await site.set('RegisterEnabled', 'false')
    const token = await site.tokenFor(addressOf('solo'))
    expect((await site.reset(addressOf('solo'), token)).status).toBe(200)
    await site.set('SelfUseModeEnabled', 'false')
    await site.set('RegisterEnabled', 'true')

    await site.member('shown')
    const kept = await site.tokenFor(addressOf('shown'))
    await site.set('DemoSiteEnabled', 'true')
    const refusals = [await site.ask(addressOf('viewer')), await site.reset(addressOf('shown'), kept)]
    await site.set('DemoSiteEnabled', 'false')
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([405, 'demo_site'])
  })

  it('keeps no token in clear', async () => {
    await site.member('secret')
    const token = await site.tokenFor(addressOf('secret'))
    const rows = await api.services.knex('email_codes').where({ purpose: 'reset' })
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.every(({ code_hash: hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })
})
