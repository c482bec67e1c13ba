import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../support/test-services.ts'

let api: TestApi
/** An installation that has not been set up, until a test does so. */
let empty: TestApi | undefined
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  await api.close()
  await empty?.close()
})

describe('a fresh install', () => {
  it('A-CONST-01 A-CONST-05 has 500000 quota units to the dollar, a brand and a logo', async () => {
    const status = await api.anonymous.call('GET', '/api/status')
    expect(status).toMatchObject({ quota_per_unit: 500_000, system_name: 'Tollgate', logo: '/logo.png' })
  })

  it('A-CONST-06 has the defaults of the specification', async () => {
    const options = await api.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
    const values = Object.fromEntries(options.map(({ key, value }) => [key, value]))
    expect(values).toMatchObject({
      Price: '7.3',
      MinTopUp: '1',
      SMTPPort: '587',
      'gemini.thinking_adapter_budget_tokens_percentage': '0.6',
      'claude.thinking_adapter_budget_tokens_percentage': '0.8',
      'global.auto_retry_count': '3',
      'global.auto_retry_status_codes': '5xx,4xx',
      'general_setting.ping_interval_seconds': '60',
      ModelRequestRateLimitSuccessCount: '1000',
      ModelRequestRateLimitDurationMinutes: '1',
      'global.rate_limit_exempt_group': 'bulk-ok',
      'global.safe_check_exempt_group': 'nsfw-ok',
    })
  })
})

interface Account {
  readonly username: string
  readonly password: string
}
type Answer = Awaited<ReturnType<Caller['request']>>

/** All ways to give an account a name and a password. */
const ways: Readonly<Record<string, (account: Account) => Promise<Answer>>> = {
  register: ({ username, password }) =>
    api.anonymous.request('POST', '/api/user/register', { username, password, password2: password }),
  add: (account) => api.root.request('POST', '/api/user/', account),
  edit: async (account) => api.root.request('PUT', '/api/user/', { id: (await fresh()).id, ...account }),
  self: async (account) => {
    const self = await fresh()
    return self.request('PUT', '/api/user/self', { ...account, original_password: self.password })
  },
  setup: async ({ username, password }) => {
    empty ??= await startTestApi({ isSetUp: false })
    const body = { username, password, confirmPassword: password, usageMode: 'external' }
    const answer = await empty.anonymous.request('POST', '/api/setup', body)
    if (answer.status === 200) {
      await empty.close()
      empty = undefined
    }
    return answer
  },
}

let made = 0
const fresh = (): Promise<Caller> => {
  made += 1
  return api.createUser(`f-${made}`)
}
/** Returns an unused name of the given length. */
const nameOf = (length: number, filler = 'n'): string => {
  made += 1
  return String(made).padStart(length, filler)
}

describe('C-CONST-02 passwords have 8 to 20 characters and names 1 to 12', () => {
  beforeEach(() => api.clock.advance(60 * 60_000))

  it.each(Object.keys(ways))('by the way of %s', async (way) => {
    const go = ways[way] as (account: Account) => Promise<Answer>
    for (const [length, code] of [
      [7, 'password_too_short'],
      [8, undefined],
      [20, undefined],
      [21, 'password_length'],
    ] as const) {
      const { status, body } = await go({ username: nameOf(8), password: 'p'.repeat(length) })
      expect([length, status, body.code]).toEqual([length, code === undefined ? 200 : 400, code])
    }
    for (const [username, code] of [
      [nameOf(12), undefined],
      [nameOf(13), 'username_length'],
      [nameOf(12, '名'), undefined],
      [nameOf(13, '名'), 'username_length'],
    ] as const) {
      const { status, body } = await go({ username, password: testPassword })
      expect([username, status, body.code]).toEqual([username, code === undefined ? 200 : 400, code])
    }
  })
})
