import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testEngine, testPassword } from '../../../support/test-services.ts'

const good = {
  username: 'admin',
  password: testPassword,
  confirmPassword: testPassword,
  usageMode: 'external',
}

describe('before the site is set up', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ isSetUp: false })
  })
  afterAll(() => api.close())

  it('200 GET /api/setup says so, and where the data lives', async () => {
    expect(await api.anonymous.call('GET', '/api/setup')).toEqual({
      status: false,
      root_init: false,
      database_type: testEngine,
      code_required: false,
    })
  })

  it('200 the status answers and says that set-up is missing', async () => {
    expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({ setup: false })
  })

  it('503 everything else is closed', async () => {
    for (const [method, path] of [
      ['POST', '/api/user/login'],
      ['GET', '/api/user/self'],
      ['GET', '/api/notice'],
      ['GET', '/api/option/'],
    ] as const) {
      const answer = await api.anonymous.request(method, path, method === 'POST' ? {} : undefined)
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'setup_required'])
    }
  })

  it.each([
    [{ username: '' }, 'setup_username_required', 'please enter the admin username'],
    [{ username: '   ' }, 'setup_username_required', 'please enter the admin username'],
    [{ username: 'thirteenchars' }, 'username_length', 'the username must be 1 to 12 characters long'],
    [{ username: 'a@b' }, 'username_characters', undefined],
    [
      { password: 'short12', confirmPassword: 'short12' },
      'password_too_short',
      'password must be at least 8 characters',
    ],
    [{ password: 'x'.repeat(21), confirmPassword: 'x'.repeat(21) }, 'password_length', undefined],
    [{ confirmPassword: 'other-horse' }, 'passwords_differ', 'the two passwords differ'],
    [{ DemoSiteEnabled: true }, 'setup_mode_conflict', undefined],
    [{ usageMode: 'other' }, 'invalid_request', undefined],
    [{ role: 100 }, 'invalid_request', undefined],
  ])('400 refuses %o', async (wrong, code, message) => {
    const answer = await api.anonymous.request('POST', '/api/setup', { ...good, ...wrong })
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([400, code, false])
    if (message) expect(answer.body.message).toBe(message)
    expect(await api.anonymous.call('GET', '/api/setup')).toMatchObject({ status: false, root_init: false })
  })

  it('400 speaks Chinese unless asked for English', async () => {
    const answer = await api.anonymous.request(
      'POST',
      '/api/setup',
      { ...good, username: '' },
      { 'accept-language': '' },
    )
    expect(answer.body.message).toBe('请输入管理员用户名')
  })

  it('lets exactly one of fifty callers at the same time set it up', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.anonymous.request('POST', '/api/setup', { ...good, username: `admin${index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 setup_done']),
    )
    const roots = await api.services.knex('users').where({ role: 100 })
    expect(roots).toHaveLength(1)
    expect(await api.services.knex('users')).toHaveLength(1)

    const winner = await api.signIn(roots[0].username, testPassword)
    expect(await winner.call('GET', '/api/user/self')).toMatchObject({
      role: 100,
      display_name: 'Root User',
      quota: 100_000_000,
      quota_exact: '100000000',
      group: 'default',
    })
    const entries = await api.services.knex('entries').select('kind', 'delta', 'balance_after')
    expect(entries).toEqual([{ kind: 15, delta: 100_000_000_000, balance_after: 100_000_000_000 }])
  })

  it('400 a second set-up is refused and changes nothing', async () => {
    const answer = await api.anonymous.request('POST', '/api/setup', { SelfUseModeEnabled: true })
    expect([answer.status, answer.body.code]).toEqual([400, 'setup_done'])
    expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({
      self_use_mode_enabled: false,
      setup: true,
    })
    expect(await api.anonymous.call('GET', '/api/setup')).toMatchObject({ status: true, root_init: true })
  })
})

describe('M6: set-up by somebody who is not on this machine', () => {
  let api: TestApi
  let codePath: string
  beforeAll(async () => {
    api = await startTestApi({ isSetUp: false })
    codePath = join(api.services.config.dataDir, 'setup-code')
  })
  afterAll(() => api.close())

  const setUp = (
    headers: Readonly<Record<string, string>>,
    { code, remoteAddress }: { readonly code?: string; readonly remoteAddress?: string } = {},
  ) =>
    api.app.inject({
      method: 'POST',
      url: '/api/setup',
      headers: { 'accept-language': 'en', host: 'localhost:3000', ...headers },
      payload: code === undefined ? good : { ...good, code },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })

  it.each([
    ['another machine', {}, '203.0.113.9'],
    ['another machine that pretends', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9'],
    ['a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['a proxy on this machine that keeps the name', { host: 'gateway.example' }, '127.0.0.1'],
    ['a page under a name that leads here', { host: 'rebound.example:3000' }, '127.0.0.1'],
    ['a page of another site', { origin: 'https://evil.example' }, '127.0.0.1'],
    ['a page without an origin', { origin: 'null' }, '::1'],
    ['a name that only looks local', { host: 'localhost.evil.example' }, '127.0.0.1'],
  ] as const)('403 %s needs the code', async (_, headers, remoteAddress) => {
    const without = await setUp(headers, { remoteAddress })
    expect([without.statusCode, without.json()]).toMatchObject([
      403,
      { code: 'setup_code_required', field: 'code' },
    ])
    const wrong = await setUp(headers, { remoteAddress, code: 'AAAAA-AAAAA-AAAAA-AAAAA' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'setup_code_wrong'])
    const asked = await api.app.inject({ url: '/api/setup', headers, remoteAddress })
    expect(asked.json().data).toMatchObject({ status: false, code_required: true })
  })

  it('200 with the code, however it is typed; its file is for the daemon’s user alone and ends with it', async () => {
    const code = readFileSync(codePath, 'utf8').trim()
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){3}[A-HJ-NP-Z2-9]{5}$/)
    expect(statSync(codePath).mode & 0o777).toBe(0o600)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const answer = await setUp({}, { remoteAddress: '203.0.113.9', code: typed })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(existsSync(codePath)).toBe(false)
    expect((await setUp({}, { remoteAddress: '203.0.113.9', code })).json().code).toBe('setup_done')
  })
})

describe('usage modes', () => {
  it.each([
    ['external', { self_use_mode_enabled: false, demo_site_enabled: false }],
    ['self', { self_use_mode_enabled: true, demo_site_enabled: false }],
    ['demo', { self_use_mode_enabled: false, demo_site_enabled: true }],
  ] as const)('%s sets its flags', async (usageMode, flags) => {
    const api = await startTestApi({ usageMode })
    try {
      expect(await api.anonymous.call('GET', '/api/status')).toMatchObject(flags)
    } finally {
      await api.close()
    }
  })

  it('flags without a mode act alike', async () => {
    const api = await startTestApi({ isSetUp: false })
    try {
      const { usageMode: _, ...flags } = { ...good, SelfUseModeEnabled: true, DemoSiteEnabled: false }
      await api.anonymous.call('POST', '/api/setup', flags)
      expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({ self_use_mode_enabled: true })
    } finally {
      await api.close()
    }
  })
})

describe('a demonstration site', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ usageMode: 'demo' })
  })
  afterAll(() => api.close())

  it('405 refuses every change below the super administrator, and lets people sign in and out', async () => {
    const user = await api.createUser('alice')
    const admin = await api.createUser('adam', 10)
    for (const caller of [user, admin]) {
      const refused = await caller.request('PUT', '/api/user/self', { display_name: 'x' })
      expect([refused.status, refused.body.code]).toEqual([405, 'demo_site'])
      expect(refused.body.message).toBe('this site is for demo only, no server')
      expect((await caller.request('GET', '/api/user/token')).status).toBe(405)
      expect((await caller.request('GET', '/api/user/self')).status).toBe(200)
    }
    expect((await admin.request('PUT', '/api/option/', { key: 'Notice', value: 'x' })).status).toBe(405)
    expect((await api.root.request('PUT', '/api/option/', { key: 'Notice', value: 'x' })).status).toBe(200)
    expect((await user.request('GET', '/api/user/logout')).status).toBe(200)
  })
})

it('a site that is set up says so without asking its store, which may be away', async () => {
  const api = await startTestApi()
  try {
    const first = await api.anonymous.call('GET', '/api/setup')
    const asked: string[] = []
    api.services.knex.on('query', ({ sql }: { sql: string }) => asked.push(sql))
    expect(await api.anonymous.call('GET', '/api/setup')).toEqual(first)
    expect(asked.filter((sql) => /users|setup/.test(sql))).toEqual([])
  } finally {
    await api.close()
  }
})
