import { afterEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../support/services/postgres.ts'
import { refusalText, startTestApi, type TestApi, testPassword } from '../../support/test-services.ts'
import { operations } from './operations.ts'
import { type Site, startSite } from './site.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestApi> => {
  const api = await startTestApi({ isSetUp: false, env })
  open.push(api)
  return api
}
const startIn = async (usageMode: 'self' | 'demo'): Promise<Site> => {
  const site = await startSite({ usageMode })
  open.push(site)
  return site
}
const account = { username: 'owner', password: testPassword, confirmPassword: testPassword }
const setUp = (api: TestApi, body: Readonly<Record<string, unknown>> = {}) =>
  api.anonymous.request('POST', '/api/setup', { ...account, usageMode: 'external', ...body })

describe('setting up', () => {
  it.each(['sqlite', 'postgres'] as const)('C-SETUP-03 on %s the state before and after', async (engine) => {
    const api = await start(
      engine === 'postgres' ? { TOLLGATE_DATABASE_URL: await createDatabase('rows_setup') } : {},
    )
    const state = () => api.anonymous.call('GET', '/api/setup')
    expect(await state()).toEqual({
      status: false,
      root_init: false,
      database_type: engine,
      code_required: false,
    })
    expect((await setUp(api)).status).toBe(200)
    expect(await state()).toEqual({
      status: true,
      root_init: true,
      database_type: engine,
      code_required: false,
    })
  })

  it('C-SETUP-05 it happens once: a second call is refused, of two at the same time one wins', async () => {
    const api = await start()
    const both = await Promise.all([setUp(api), setUp(api, { username: 'other' })])
    expect(both.map((each) => each.status).sort()).toEqual([200, 400])
    expect(await setUp(api)).toMatchObject({ status: 400, body: { code: 'setup_done' } })
    const root = await api.signIn(both[0]?.status === 200 ? 'owner' : 'other', testPassword)
    expect((await root.call<{ total: number }>('GET', '/api/user/')).total).toBe(1)
  })

  it('C-SETUP-06 C-SETUP-07 name, password and its repetition are checked', async () => {
    const api = await start()
    for (const username of ['', '   '])
      expect((await setUp(api, { username })).body.message).toBe('please enter the admin username')
    expect((await setUp(api, { password: 'short', confirmPassword: 'short' })).body.message).toBe(
      'password must be at least 8 characters',
    )
    expect((await setUp(api, { confirmPassword: 'something-else' })).body.message).toBe(
      'the two passwords differ',
    )
    expect((await api.anonymous.call('GET', '/api/setup')).status).toBe(false)
  })

  it('C-SETUP-09 the usage modes set the two flags; a contradiction is refused', async () => {
    for (const [usageMode, self, demo] of [
      ['external', false, false],
      ['self', true, false],
      ['demo', false, true],
    ] as const) {
      const api = await start()
      expect(
        (await setUp(api, { usageMode, SelfUseModeEnabled: !self, DemoSiteEnabled: !demo })).status,
      ).toBe(400)
      expect((await setUp(api, { usageMode, SelfUseModeEnabled: self, DemoSiteEnabled: demo })).status).toBe(
        200,
      )
      expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({
        self_use_mode_enabled: self,
        demo_site_enabled: demo,
      })
    }
    const plain = await start()
    expect((await setUp(plain, { usageMode: undefined })).status).toBe(200)
    expect(await plain.anonymous.call('GET', '/api/status')).toMatchObject({
      self_use_mode_enabled: false,
      demo_site_enabled: false,
    })
  })

  it('C-SETUP-12 the account made at set-up is the super administrator', async () => {
    const api = await start()
    await setUp(api)
    const root = await api.signIn('owner', testPassword)
    expect(await root.call('GET', '/api/user/self')).toMatchObject({
      username: 'owner',
      role: 100,
      status: 1,
    })
  })

  it('C-SETUP-01 before it, the management API says that set-up is missing', async () => {
    const api = await start()
    for (const path of ['/api/status', '/api/setup'])
      expect((await api.anonymous.request('GET', path)).status).toBe(200)
    expect(await api.anonymous.request('GET', '/api/user/self')).toMatchObject({
      status: 503,
      body: { success: false, code: 'setup_required' },
    })
  })
})

describe('modes', () => {
  it('C-SETUP-10 C-WALLET-14 A-OPT-067 self-use: nobody registers, invites or tops up; unpriced models are allowed', async () => {
    const site = await startIn('self')
    await site.addChannel({ models: 'nobody-priced-this' })
    const account = { username: 'stranger', password: testPassword }
    for (const [who, method, path, body] of [
      [site.api.anonymous, 'POST', '/api/user/register', account],
      [site.api.anonymous, 'GET', '/api/verification?email=a@example.com', undefined],
      [site.root, 'GET', '/api/user/aff', undefined],
      [site.root, 'POST', '/api/user/aff_transfer', { quota: 500_000 }],
      [site.root, 'POST', '/api/user/topup', { key: 'abc' }],
      [site.root, 'POST', '/api/user/amount', { amount: 1 }],
      [site.root, 'POST', '/api/user/pay', { amount: 1, payment_method: 'zfb' }],
    ] as const) {
      const refused = await who.request(method, path, body)
      expect([path, refused.status, refused.body.code, refusalText(refused.body)]).toEqual([
        path,
        403,
        'self_use_mode',
        'not available in self-use mode',
      ])
    }
    expect(await site.root.call('GET', '/api/user/search?keyword=stranger')).toMatchObject({ total: 0 })
    expect((await site.ask(site.key, { model: 'nobody-priced-this' })).status).toBe(200)
    await site.setOption('SelfUseModeEnabled', 'false')
    expect((await site.api.anonymous.request('POST', '/api/user/register', account)).status).toBe(200)
  })

  it('C-SETUP-11 A-OPT-066 demo: changes below role 100 are refused with 405 and the text; signing in and out works', async () => {
    const site = await startIn('demo')
    await site.setOption('DemoSiteEnabled', 'false')
    const admin = await site.api.createUser('demo-admin', 10)
    const user = await site.api.createUser('demo-user')
    await site.setOption('DemoSiteEnabled', 'true')
    for (const caller of [admin, user]) {
      const isAdmin = caller === admin
      for (const { id, method, path, access, isChange } of operations) {
        if (!isChange || access === 'public' || access === 'root' || (access === 'admin' && !isAdmin))
          continue
        // These operations only identify the user; they neither create nor link an account.
        if (['logout', 'createOauthState', 'proveSession'].includes(id) || id.startsWith('signInWith'))
          continue
        const refused = await caller.request(method, path)
        expect([id, refused.status, refusalText(refused.body)]).toEqual([
          id,
          405,
          'this site is for demo only, no server',
        ])
      }
      const again = await site.api.signIn(caller.username, testPassword)
      expect((await again.request('GET', '/api/user/logout')).status).toBe(200)
    }
    expect((await site.root.request('PUT', '/api/option/', { key: 'Notice', value: 'x' })).status).toBe(200)
  })
})
