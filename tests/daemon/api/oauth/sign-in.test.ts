import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { client } from '../../../support/identity/identity-servers.ts'
import { linkRoot } from '../../../support/way-in-for-root.ts'
import { type OauthSite, refusal, type Summary, startOauthSite } from './sign-ins.ts'

let site: OauthSite
beforeAll(async () => {
  site = await startOauthSite()
})
afterAll(() => site?.close())
// Sign-ins from one address are rate-limited; each test starts with a full budget.
beforeEach(() => site.api.clock.advance(21 * 60_000))

const userOf = async (id: number) => site.api.root.call<Record<string, unknown>>('GET', `/api/user/${id}`)
const ada = { id: 1815, login: 'ada', name: 'Ada Byron', email: null }

describe('the state of a sign-in', () => {
  it('A-OAUTH-02 is another one each time, and a wrong one is refused at the callback', async () => {
    const browser = site.browser()
    const first = await browser.begin()
    const second = await browser.begin()
    expect(first.state).toMatch(/^[\w-]{20,}$/)
    expect(second.state).not.toBe(first.state)
    for (const state of ['wrong', '', `${first.state}x`]) {
      const answer = await browser.call('/api/oauth/github', { code: site.servers.agree(ada), state })
      expect(refusal(answer)).toEqual([403, 'oauth_state_invalid'])
    }
    const without = await browser.call('/api/oauth/github', { code: site.servers.agree(ada) })
    expect(refusal(without)).toEqual([403, 'oauth_state_invalid'])
    // Refused callbacks cause no request to the provider.
    expect(site.servers.hits).toEqual([])
  })

  it('is good once, even for two callers at the same moment', async () => {
    const browser = site.browser()
    const { state } = await browser.begin()
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.call('/api/oauth/github', { code: site.servers.agree(ada), state })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('is good in the browser that got it and in no other, and is used up by the attempt', async () => {
    const browser = site.browser()
    const { state } = await browser.begin()
    const stranger = site.browser()
    await stranger.begin()
    const code = site.servers.agree(ada)
    for (const who of [site.browser(), stranger, browser])
      expect(refusal(await who.call('/api/oauth/github', { code, state }))).toEqual([
        403,
        'oauth_state_invalid',
      ])
  })

  it('expires after ten minutes', async () => {
    const browser = site.browser()
    const { state } = await browser.begin()
    site.api.clock.advance(600_001)
    const answer = await browser.call('/api/oauth/github', { code: site.servers.agree(ada), state })
    expect(refusal(answer)).toEqual([403, 'oauth_state_invalid'])
  })

  it('belongs to who was signed in: nobody binds or signs in with the state of somebody else', async () => {
    const user = await site.api.createUser('keeper')
    const signedIn = site.browser(user)
    const { state } = await signedIn.begin()
    // The cookie alone, as when a page of another site makes a browser send the request.
    const answer = await signedIn.call(
      '/api/oauth/github',
      { code: site.servers.agree({ ...ada, id: 77 }), state },
      { 'tollgate-user': '' },
    )
    expect(refusal(answer)).toEqual([403, 'oauth_state_invalid'])
    expect(await userOf(user.id)).toMatchObject({ github_id: '' })
  })

  it('and the cookie are stored as hashes, and two tabs of a browser share the cookie', async () => {
    const browser = site.browser()
    const { state } = await browser.begin()
    expect(JSON.stringify(await site.api.services.knex('oauth_states'))).not.toContain(state)
    await browser.begin()
    const answer = await browser.call('/api/oauth/github', { code: site.servers.agree(ada), state })
    expect(answer.status).toBe(200)
  })
})

describe('an identity', () => {
  it('A-OAUTH-09 A-OPT-015 makes an account at the first sign-in and leads to it ever after, by number and not by name', async () => {
    const first = await site.browser().come('github', { ...ada, id: 9001, login: 'first' })
    expect(first.status).toBe(200)
    const { id, username } = first.body.data
    expect(await userOf(id)).toMatchObject({
      github_id: '9001',
      display_name: 'Ada Byron',
      role: 1,
      email: '',
      group: 'default',
    })
    expect(username).toMatch(/^github_\d+$/)
    const browser = site.browser()
    const again = await browser.come('github', { id: 9001, login: 'renamed', name: null })
    expect(again.body.data).toMatchObject({ id, username })
    expect((await browser.self(id)).body.data.id).toBe(id)
    // Anyone who takes the old login name is a different person.
    const other = await site.browser().come('github', { ...ada, id: 9002, login: 'first' })
    expect(other.body.data.id).not.toBe(id)
    const { hits } = site.servers
    expect(hits.find(({ path }) => path === '/github/token')?.form.redirect_uri).toMatch(/\/oauth\/github$/)
  })

  it('A-OAUTH-11 A-OPT-032 A-OPT-035 of Linux DO needs the trust level, at the first and at every later sign-in', async () => {
    await site.set({ LinuxDOMinimumTrustLevel: '2' })
    const person = { id: 42, username: 'neo', name: 'Neo', trust_level: 3, active: true, silenced: false }
    const low = await site.browser().come('linuxdo', { ...person, trust_level: 1 })
    expect(refusal(low)).toEqual([403, 'oauth_trust_level'])
    expect(low.body.message).toBe('your Linux DO trust level is 1; this site requires 2')
    const first = await site.browser().come('linuxdo', person)
    expect(await userOf(first.body.data.id)).toMatchObject({ linux_do_id: '42', display_name: 'Neo' })
    const again = await site.browser().come('linuxdo', person)
    expect(again.body.data.id).toBe(first.body.data.id)
    const sunk = await site.browser().come('linuxdo', { ...person, trust_level: 1 })
    expect(refusal(sunk)).toEqual([403, 'oauth_trust_level'])
    const silenced = await site.browser().come('linuxdo', { ...person, silenced: true })
    expect(refusal(silenced)).toEqual([403, 'oauth_account_suspended'])
    await site.set({ LinuxDOMinimumTrustLevel: '0' })
  })

  it('that is new in five browsers at once makes one account', async () => {
    const person = { ...ada, id: 5555 }
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.browser().come('github', person)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  it('of five new people at once makes five accounts with five names', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => site.browser().come('github', { ...ada, id: 6000 + index })),
    )
    expect(new Set(answers.map(({ body }) => body.data.username)).size).toBe(5)
  })

  it('A-OAUTH-17 counts the invite code of its state, with the gifts of both sides in the books', async () => {
    await site.set({ QuotaForNewUser: '1000', QuotaForInviter: '200', QuotaForInvitee: '300' })
    const host = await site.api.createUser('host')
    const code = await host.call<string>('GET', '/api/user/aff')
    const guest = await site.browser().come('github', { ...ada, id: 7001 }, code)
    expect(await userOf(guest.body.data.id)).toMatchObject({ inviter_id: host.id, quota: 1300 })
    expect(await userOf(host.id)).toMatchObject({ aff_count: 1, aff_quota: 200 })
    // A person who already has an account does not count as a guest.
    await site.browser().come('github', { ...ada, id: 7001 }, code)
    expect(await userOf(host.id)).toMatchObject({ aff_count: 1 })
    await site.set({ QuotaForNewUser: '0', QuotaForInviter: '0', QuotaForInvitee: '0' })
    expect(await site.api.root.call('GET', '/api/audit/')).toMatchObject({ state: 'clean' })
  })

  it('brings an address along only where no account has it, and never leads to that account', async () => {
    const owner = await site.api.createUser('owner')
    await site.api.services
      .knex('users')
      .where({ id: owner.id })
      .update({ email: 'boss@corp.example', email_key: 'boss@corp.example' })
    const claimer = await site.browser().come('github', { ...ada, id: 8001, email: 'Boss@corp.example' })
    expect(claimer.body.data.id).not.toBe(owner.id)
    expect(await userOf(claimer.body.data.id)).toMatchObject({ email: '' })
    const honest = await site.browser().come('github', { ...ada, id: 8002, email: 'new@corp.example' })
    expect(await userOf(honest.body.data.id)).toMatchObject({ email: 'new@corp.example' })
  })

  it('A-OPT-012 makes an account while registration with a password is closed', async () => {
    await site.set({ PasswordRegisterEnabled: 'false' })
    const newcomer = await site.browser().come('github', { ...ada, id: 4343 })
    await site.set({ PasswordRegisterEnabled: 'true' })
    expect(newcomer.status).toBe(200)
    expect(await userOf(newcomer.body.data.id)).toMatchObject({ github_id: '4343', role: 1 })
  })

  it('A-OPT-016 A-OPT-017 A-OPT-033 A-OPT-034 is asked for with the id and the secret that are set, and not with others', async () => {
    const hitsOf = (path: string) => site.servers.hits.filter((each) => each.path === path)
    const person = { ...ada, id: 4444, username: 'ada', trust_level: 4, active: true, silenced: false }
    for (const [provider, prefix] of [
      ['github', 'GitHub'],
      ['linuxdo', 'LinuxDO'],
    ] as const) {
      await site.set({ [`${prefix}ClientSecret`]: 'another-secret', [`${prefix}OAuthEnabled`]: 'true' })
      const wrong = await site.browser().come(provider, person)
      expect([provider, wrong.status >= 400, wrong.headers['set-cookie']]).toEqual([
        provider,
        true,
        undefined,
      ])
      await site.set({ [`${prefix}ClientSecret`]: client.secret, [`${prefix}OAuthEnabled`]: 'true' })
      expect((await site.browser().come(provider, person)).status).toBe(200)
    }
    expect(hitsOf('/github/token').at(-1)?.form).toMatchObject({
      client_id: client.id,
      client_secret: client.secret,
    })
    expect(hitsOf('/linuxdo/token').at(-1)?.authorization).toBe(
      `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
    )
  })

  it('A-OPT-014 makes no account while registration is closed or in self-use mode, and known ones still come in', async () => {
    for (const [key, off, on, code] of [
      ['RegisterEnabled', 'false', 'true', 'registration_disabled'],
      ['SelfUseModeEnabled', 'true', 'false', 'self_use_mode'],
    ] as const) {
      await site.set({ [key]: off })
      const stranger = await site.browser().come('github', { ...ada, id: 4040 })
      expect(refusal(stranger)).toEqual([403, code])
      expect((await site.browser().come('github', ada)).status).toBe(200)
      await site.set({ [key]: on })
    }
  })

  it('makes and binds no account on a site for demonstration, and known ones still come in', async () => {
    const guest = await site.api.createUser('guest')
    const binding = site.browser(guest)
    await site.set({ DemoSiteEnabled: 'true' })
    expect(refusal(await site.browser().come('github', { ...ada, id: 4141 }))).toEqual([405, 'demo_site'])
    expect(refusal(await binding.come('github', { ...ada, id: 4242 }))).toEqual([405, 'demo_site'])
    expect((await site.browser().come('github', ada)).status).toBe(200)
    await site.set({ DemoSiteEnabled: 'false' })
    expect(await userOf(guest.id)).toMatchObject({ github_id: '' })
  })

  it('A-LOGIN-19 signs in while login by password is off', async () => {
    await linkRoot(site.api)
    await site.set({ PasswordLoginEnabled: 'false' })
    const byPassword = await site.api.anonymous.request('POST', '/api/user/login', {
      username: 'root',
      password: 'correct-horse',
    })
    expect(refusal(byPassword)).toEqual([403, 'password_login_disabled'])
    expect((await site.browser().come('github', ada)).status).toBe(200)
    await site.set({ PasswordLoginEnabled: 'true' })
  })

  it('shows its name without control characters and cut to twenty characters', async () => {
    const answer = await site
      .browser()
      .come('github', { ...ada, id: 3003, name: `\u202e\u0007${'n'.repeat(50)}` })
    expect((answer.body.data as Summary).display_name).toBe('n'.repeat(20))
  })
})

describe('A-OAUTH-18 refused', () => {
  it('A-OPT-015 A-OPT-018 A-OPT-025 A-OPT-029 A-OPT-032 every callback of a provider that is off', async () => {
    await site.set({ GitHubOAuthEnabled: 'false', LinuxDOOAuthEnabled: 'false', WeChatAuthEnabled: 'false' })
    const browser = site.browser(await site.api.createUser('bystander'))
    const telegram = { id: '1', auth_date: '1', hash: '00' }
    const before = site.servers.hits.length
    for (const [path, query] of [
      ['github', { code: 'c', state: 's' }],
      ['oidc', { code: 'c', state: 's' }],
      ['linuxdo', { code: 'c', state: 's' }],
      ['wechat', { code: '1234' }],
      ['wechat/bind', { code: '1234' }],
      ['telegram/login', telegram],
      ['telegram/bind', telegram],
    ] as const)
      expect([path, ...refusal(await browser.call(`/api/oauth/${path}`, query))]).toEqual([
        path,
        403,
        'oauth_disabled',
      ])
    expect(site.servers.hits).toHaveLength(before)
    await site.set({ GitHubOAuthEnabled: 'true', LinuxDOOAuthEnabled: 'true', WeChatAuthEnabled: 'true' })
  })

  it.each(['disable', 'delete'])(
    'an account after "%s": no session, and no second account',
    async (action) => {
      const person = { ...ada, id: action === 'disable' ? 2001 : 2002 }
      const { id } = (await site.browser().come('github', person)).body.data
      await site.api.root.call('POST', '/api/user/manage', { id, action })
      const answer = await site.browser().come('github', person)
      expect(refusal(answer)).toEqual([403, 'user_banned'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    },
  )
})
