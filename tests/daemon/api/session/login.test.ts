import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'
import { giveRootAnotherWayIn } from '../../../support/way-in-for-root.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  api.anonymous.request('POST', '/api/user/login', { username, password }, headers)
const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }): string =>
  String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''

describe('POST /api/user/login', () => {
  it('200 answers the account and begins a session', async () => {
    const answer = await api.anonymous.request('POST', '/api/user/login?turnstile=', {
      username: 'root',
      password: testPassword,
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: '',
      data: {
        id: api.root.id,
        username: 'root',
        display_name: 'Root User',
        role: 100,
        status: 1,
        group: 'default',
      },
    })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=31536000; Path=\/api; HttpOnly; SameSite=Lax$/),
    ])
    const self = await api.anonymous.request('GET', '/api/user/self', undefined, {
      cookie: cookieOf(answer),
      'tollgate-user': String(api.root.id),
    })
    expect(self.body.data.id).toBe(api.root.id)
  })

  it('200 takes the bound e-mail address, in any case', async () => {
    const { id } = await api.createUser('mailer')
    await api.services.knex('users').where({ id }).update({ email: 'M@x.example', email_key: 'm@x.example' })
    for (const address of ['m@x.example', 'M@X.EXAMPLE']) {
      const answer = await login(address, testPassword)
      expect([answer.status, answer.body.data.id]).toEqual([200, id])
    }
  })

  it('200 ends the session that the request came with', async () => {
    const first = cookieOf(await login('root', testPassword))
    const second = cookieOf(await login('root', testPassword, { cookie: first }))
    expect(second).not.toBe(first)
    const user = { 'tollgate-user': String(api.root.id) }
    expect(
      (await api.anonymous.request('GET', '/api/user/self', undefined, { ...user, cookie: first })).status,
    ).toBe(401)
    expect(
      (await api.anonymous.request('GET', '/api/user/self', undefined, { ...user, cookie: second })).status,
    ).toBe(200)
  })

  it('200 stores the hash of the session and not the session', async () => {
    const id = cookieOf(await login('root', testPassword)).replace('session=', '')
    expect(JSON.stringify(await api.services.knex('sessions'))).not.toContain(id)
  })

  it.each([
    ['x-forwarded-proto', { 'x-forwarded-proto': 'https' }, true],
    ['several proxies', { 'x-forwarded-proto': 'https, http' }, true],
    ['forwarded', { forwarded: 'for=192.0.2.1;proto=https, for=10.0.0.1' }, true],
    ['cloudflare', { 'cf-visitor': '{"scheme":"https"}' }, true],
    ['http', { 'x-forwarded-proto': 'http' }, false],
    ['no proxy', {}, false],
  ] as const)(
    'Low: 200 marks the cookie as secure behind a trusted proxy that speaks https (%s)',
    async (_, headers, isSecure) => {
      const answer = await login('root', testPassword, headers)
      expect(String(answer.headers['set-cookie']).includes('; Secure')).toBe(isSecure)
    },
  )

  it('Low: 200 believes no stranger that the connection is secure', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { username: 'root', password: testPassword },
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect([answer.statusCode, String(answer.headers['set-cookie']).includes('; Secure')]).toEqual([
      200,
      false,
    ])
  })

  it('400 asks for name and password', async () => {
    for (const body of [
      { username: '', password: 'x' },
      { username: 'x', password: '' },
      { username: 'x' },
      {},
    ]) {
      const answer = await api.anonymous.request('POST', '/api/user/login', body)
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        400,
        'credentials_required',
        'please enter username and password',
      ])
    }
  })

  it('403 answers unknown names and wrong passwords alike', async () => {
    const known = await login('root', 'wrong-password')
    const unknown = await login('nobody', 'wrong-password')
    expect(known.status).toBe(403)
    expect(known.body.code).toBe('login_failed')
    expect(unknown.body).toEqual(known.body)
    expect(known.headers['set-cookie']).toBeUndefined()
  })

  it('403 tells a banned account so, but only with its password', async () => {
    const banned = await api.createUser('banned')
    await api.root.call('POST', '/api/user/manage', { id: banned.id, action: 'disable' })
    expect((await login('banned', testPassword)).body.code).toBe('user_banned')
    expect((await login('banned', 'wrong-password')).body.code).toBe('login_failed')
    expect((await banned.request('GET', '/api/user/self')).status).toBe(401)
  })

  it('403 refuses a deactivated account', async () => {
    const gone = await api.createUser('gone')
    await api.root.call('POST', '/api/user/manage', { id: gone.id, action: 'delete' })
    expect((await login('gone', testPassword)).body.code).toBe('user_banned')
    expect((await gone.request('GET', '/api/user/self')).status).toBe(401)
  })

  it('403 refuses everybody while login by password is off', async () => {
    await giveRootAnotherWayIn(api)
    await api.root.call('PUT', '/api/option/', { key: 'PasswordLoginEnabled', value: 'false' })
    const answer = await login('root', testPassword)
    await api.root.call('PUT', '/api/option/', { key: 'PasswordLoginEnabled', value: 'true' })
    expect([answer.status, answer.body.code]).toEqual([403, 'password_login_disabled'])
  })

  it('400 asks for the human check while it is on', async () => {
    await api.root.call('PUT', '/api/option/', { key: 'TurnstileSiteKey', value: 'site' })
    await api.root.call('PUT', '/api/option/', { key: 'TurnstileSecretKey', value: 'secret' })
    await api.root.call('PUT', '/api/option/', { key: 'TurnstileCheckEnabled', value: 'true' })
    const answer = await login('root', testPassword)
    await api.root.call('PUT', '/api/option/', { key: 'TurnstileCheckEnabled', value: 'false' })
    expect([answer.status, answer.body.code]).toEqual([400, 'turnstile_required'])
  })
})

describe('guessing passwords', () => {
  // Windows on Redis follow Redis's own clock, but these tests need to move time.
  let own: TestApi
  beforeAll(async () => {
    own = await startTestApi({ env: { TOLLGATE_REDIS_URL: '' } })
  })
  afterAll(() => own.close())
  const guess = (username: string, password: string, headers: Record<string, string> = {}) =>
    own.anonymous.request('POST', '/api/user/login', { username, password }, headers)

  it('429 stops after ten wrong passwords for one account from one address, whatever a stranger’s headers say', async () => {
    await own.createUser('victim')
    for (let index = 0; index < 10; index += 1) {
      const answer = await guess('victim', `wrong-${index}-xx`, { 'x-forwarded-for': `1.2.3.${index}` })
      expect(answer.status).toBe(403)
    }
    const refused = await guess('victim', testPassword, { 'x-real-ip': '1.2.3.99' })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.body.message).toBe('too many requests, try again later')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    own.clock.advance(16 * 60_000)
    expect((await guess('victim', testPassword)).status).toBe(200)
  })

  it('M4: of a hundred wrong passwords at once no more are judged than one after the other', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess('victim', 'wrong-password')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  })

  it('M4: wrong passwords from elsewhere, root’s included, keep nobody out', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    await own.root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'true' })
    for (const stranger of ['9.9.9.1', '9.9.9.2', '9.9.9.3'])
      for (let index = 0; index < 11; index += 1)
        await guess('root', 'wrong-password', { 'x-forwarded-for': stranger })
    const [theirs, owners] = await Promise.all(
      ['9.9.9.1', '5.5.5.5'].map((address) => guess('root', testPassword, { 'x-forwarded-for': address })),
    )
    await own.root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'false' })
    expect([theirs?.status, owners?.status]).toEqual([429, 200])
  })

  it('M4: all addresses of one IPv6 network are one guesser, and a right password takes nothing from it', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    await own.createUser('householder')
    await own.root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'true' })
    const from = (host: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${host.toString(16)}` })
    const statuses: number[] = []
    for (let index = 0; index < 25; index += 1)
      statuses.push((await guess('householder', testPassword, from(index))).status)
    for (let index = 0; index < 11; index += 1)
      statuses.push((await guess('householder', 'wrong-password', from(index))).status)
    await own.root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'false' })
    expect(statuses).toEqual([...Array(25).fill(200), ...Array(10).fill(403), 429])
  })

  it('M4: a browser that the account knows is not slowed down by wrong passwords of strangers', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    const first = await own.anonymous.request('POST', '/api/user/login', {
      username: 'root',
      password: testPassword,
    })
    const deviceOf = (answer: { headers: Readonly<Record<string, unknown>> }) => ({
      cookie: String([answer.headers['set-cookie']].flat()[1]).split(';')[0] ?? '',
    })
    const device = deviceOf(first)
    expect(JSON.stringify(await own.services.knex('known_devices'))).not.toContain(
      device.cookie.replace('device=', ''),
    )
    // Strangers behind the same address use up its budget for the account and its total budget.
    for (let index = 0; index < 10; index += 1) await guess('root', 'wrong-password')
    for (let index = 0; index < 15; index += 1) await guess(`nobody${index}`, 'wrong-password')
    expect((await guess('root', testPassword)).status).toBe(429)
    expect((await guess('root', testPassword, { cookie: `device=${'x'.repeat(43)}` })).status).toBe(429)
    const known = await guess('root', testPassword, device)
    expect(known.status).toBe(200)
    // The id was replaced at sign-in, so anyone who planted or copied the old one is a stranger again.
    expect((await guess('root', testPassword, device)).status).toBe(429)
    const renewed = deviceOf(known)
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1)
      statuses.push((await guess('root', 'wrong-password', renewed)).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
  })

  it('M4: a browser is known to the accounts that signed in with it, and to no other', async () => {
    own.clock.advance(60 * 60_000)
    await own.createUser('sitter')
    const answer = await own.anonymous.request('POST', '/api/user/login', {
      username: 'sitter',
      password: testPassword,
    })
    const cookie = String([answer.headers['set-cookie']].flat()[1]).split(';')[0] ?? ''
    for (let index = 0; index < 10; index += 1) await guess('root', 'wrong-password')
    expect((await guess('root', testPassword, { cookie })).status).toBe(429)
  })

  it('M4: who is signed in proves who they are, and changes the password, whatever strangers at the same address guess', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    const inside = await own.createUser('inside')
    for (let index = 0; index < 10; index += 1) await guess('inside', 'wrong-password')
    for (let index = 0; index < 10; index += 1) await guess(`passer${index}`, 'wrong-password')
    expect((await guess('inside', testPassword)).status).toBe(429)
    const prove = (password: string) => inside.requestUnproven('POST', '/api/session/proof', { password })
    expect((await prove(testPassword)).status).toBe(200)
    const change = { password: 'another-horse', original_password: testPassword }
    expect((await inside.requestUnproven('PUT', '/api/user/self', change)).status).toBe(200)
    // A hijacked session gets no more guesses than a stranger.
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) statuses.push((await prove('wrong-password')).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429])
    expect((await prove('another-horse')).status).toBe(429)
  })

  it('429 stops one address that goes through many accounts', async () => {
    own.clock.advance(60 * 60_000)
    await own.root.proveAgain()
    const statuses: number[] = []
    for (let index = 0; index < 22; index += 1)
      statuses.push(
        (await guess(`nobody${index}`, 'wrong-password', { 'x-forwarded-for': `9.9.9.${index}` })).status,
      )
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(403))
    expect(statuses.slice(20)).toEqual([429, 429])
  })
})
