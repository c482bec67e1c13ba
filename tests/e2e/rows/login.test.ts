import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Caller, testPassword } from '../../support/test-services.ts'
import { giveRootAnotherWayIn } from '../../support/way-in-for-root.ts'
import { operations } from './operations.ts'
import { type Site, startSite } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
  await site.addChannel()
})
afterAll(() => site.close())
// Sign-ins are limited per IP address; each row starts with a fresh limit.
beforeEach(() => site.api.clock.advance(21 * 60_000))

const login = (username: string, password: string, query = '') =>
  site.api.anonymous.request<{ id: number; role: number }>('POST', `/api/user/login${query}`, {
    username,
    password,
  })
const self = (headers: Readonly<Record<string, string>>) =>
  site.api.anonymous.request<{ id: number }>('GET', '/api/user/self', undefined, headers)
const cookieOf = (answer: Answer<unknown>) =>
  String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
const cookieOnly = (caller: Caller) => ({ cookie: caller.headers.cookie ?? '' })

describe('signing in', () => {
  it('A-LOGIN-04 a right password answers the user and begins a session', async () => {
    const answer = await login(site.user.username, testPassword, '?turnstile=ignored')
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        id: site.user.id,
        username: 'a-user',
        display_name: 'a-user',
        role: 1,
        status: 1,
        group: 'default',
      },
    })
    const again = await self({ cookie: cookieOf(answer), 'tollgate-user': String(site.user.id) })
    expect(again.body.data.id).toBe(site.user.id)
  })

  it('A-LOGIN-05 the bound e-mail address signs in as the username does', async () => {
    await site.api.services
      .knex('users')
      .where({ id: site.user.id })
      .update({ email: 'Someone@example.com', email_key: 'someone@example.com' })
    const byName = await login(site.user.username, testPassword)
    const byMail = await login('someone@example.com', testPassword)
    expect([byName.body.data.id, byMail.body.data.id]).toEqual([site.user.id, site.user.id])
  })

  it('A-LOGIN-06 an empty name or password is refused', async () => {
    for (const [name, password] of [
      ['', testPassword],
      ['root', ''],
    ] as const) {
      const answer = await login(name, password)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ success: false, message: 'please enter username and password' })
    }
  })

  it('A-LOGIN-10 A-OPT-036 A-OPT-038 with the human check on, signing in without its token is refused', async () => {
    await site.setOption('TurnstileSiteKey', 'site')
    await site.setOption('TurnstileSecretKey', 'secret')
    await site.setOption('TurnstileCheckEnabled', 'true')
    const refused = await login(site.user.username, testPassword)
    expect(refused).toMatchObject({ status: 400, body: { code: 'turnstile_required' } })
    await site.setOption('TurnstileCheckEnabled', 'false')
    expect((await login(site.user.username, testPassword)).status).toBe(200)
  })

  it('A-LOGIN-13 signing out kills the session', async () => {
    const caller = await site.api.signIn(site.user.username, testPassword)
    expect((await self(caller.headers)).status).toBe(200)
    await caller.call('GET', '/api/user/logout')
    expect((await self(caller.headers)).status).toBe(401)
  })

  it('A-LOGIN-16 a user header that is missing or names somebody else is refused', async () => {
    expect((await self({ ...site.user.headers, 'tollgate-user': String(site.admin.id) })).status).toBe(401)
    expect((await self(cookieOnly(site.user))).status).toBe(401)
    const answer = await self(site.user.headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('A-LOGIN-17 every refusal of who is not signed in is success, message and code', async () => {
    const wrong: string[] = []
    for (const { id, method, path, access, isEnvelope } of operations) {
      if (!isEnvelope || access === 'public' || access === 'optional') continue
      const { status, body, text } = await site.api.anonymous.request(method, path)
      if (status !== 401 || body.success !== false || !body.message || !body.code) wrong.push(`${id} ${text}`)
    }
    expect(wrong).toEqual([])
  })

  it('A-LOGIN-18 a banned or deactivated account is out at once: password, session and tokens', async () => {
    for (const action of ['disable', 'delete']) {
      const victim = await site.api.createUser(`ban-${action}`)
      await site.credit(victim, 1_000_000)
      const key = await site.addToken({}, victim)
      expect((await site.ask(key)).status).toBe(200)
      await site.admin.call('POST', '/api/user/manage', { id: victim.id, action })
      const refused = await login(victim.username, testPassword)
      expect(refused.status).toBe(403)
      expect(refused.body.message).toBe('this account has been banned or deactivated')
      expect((await self(victim.headers)).status).toBe(401)
      expect([401, 403]).toContain((await site.ask(key)).status)
    }
  })

  it('A-LOGIN-19 A-OPT-011 with password login off the server refuses with its message', async () => {
    await giveRootAnotherWayIn(site.api)
    await site.setOption('PasswordLoginEnabled', 'false')
    const refused = await login(site.user.username, testPassword)
    await site.setOption('PasswordLoginEnabled', 'true')
    expect(refused).toMatchObject({
      status: 403,
      body: { success: false, message: 'the administrator has turned off password login' },
    })
  })

  it('A-LOGIN-20 reading calls that change something need the user header beside the cookie, and change nothing without', async () => {
    const caller = await site.api.createUser('header-less')
    const token = await caller.call<string>('GET', '/api/user/token')
    const changing = operations.filter(
      (each) => each.method === 'GET' && each.isChange && !['public', 'optional'].includes(each.access),
    )
    expect(changing.map((each) => each.path)).toEqual(
      expect.arrayContaining(['/api/user/token', '/api/user/aff', '/api/user/logout']),
    )
    for (const { path } of changing) {
      const answer = await site.api.anonymous.request('GET', path, undefined, cookieOnly(caller))
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'user_header_mismatch'])
    }
    expect((await self(caller.headers)).status).toBe(200)
    expect((await site.api.withToken(token).request('GET', '/api/user/self')).status).toBe(200)
    const row = site.api.services.knex('users').where({ id: caller.id })
    expect(await row.first('aff_code')).toEqual({ aff_code: null })
  })
})

describe('what the session is for', () => {
  it('A-USER-26 no answer, audit row or log row holds a password or its hash', async () => {
    const password = 'Marker-of-a-pass1'
    const made = await site.root.request<{ id: number }>('POST', '/api/user/', {
      username: 'secretive',
      password,
    })
    const { id } = made.body.data
    const edited = await site.root.request('PUT', '/api/user/', { id, password: `${password}2` })
    const hash = await site.api.services
      .knex('users')
      .where({ id })
      .first<{ password_hash: string }>('password_hash')
    const caller = await site.api.signIn('secretive', `${password}2`)
    const texts = [made.text, edited.text]
    for (const { method, path, isEndless } of operations) {
      if (method !== 'GET' || path.endsWith('/logout') || isEndless) continue
      texts.push((await site.root.request(method, path.replace('987654321', String(id)))).text)
    }
    for (const path of ['/api/user/self', '/api/log/self', '/api/token/'])
      texts.push((await caller.request('GET', path)).text)
    expect(hash?.password_hash.length).toBeGreaterThan(20)
    expect(
      texts.filter((each) => each.includes('Marker-of-a-pass') || each.includes(hash?.password_hash ?? '-')),
    ).toEqual([])
  })
})
