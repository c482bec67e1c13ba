import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer } from '../tokens/new-token.ts'

let api: TestApi
let user: Caller
let token: TokenAnswer
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '2000000' })
  token = await newToken(user, {
    remain_quota: 1_000_000,
    expired_time: 4_000_000_000,
    model_limits_enabled: true,
    model_limits: 'a,b',
  })
  await chargeCall(api, { userId: user.id, tokenId: token.id, cost: 250_000_500 })
})
afterAll(() => api.close())

const ask = (path: string, key: string | undefined = token.key) =>
  api.anonymous.request('GET', path, undefined, key === '' ? {} : { authorization: `Bearer sk-${key}` })
const setOption = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })

describe('GET /api/usage/token/', () => {
  it('200 tells the token that asks what it has spent', async () => {
    expect((await ask('/api/usage/token/')).body.data).toEqual({
      object: 'token_usage',
      name: 'ci',
      total_granted: 1_000_000,
      total_used: 250_001,
      total_available: 750_000,
      total_granted_exact: '1000000',
      total_used_exact: '250000.5',
      total_available_exact: '749999.5',
      unlimited_quota: false,
      model_limits: { a: true, b: true },
      model_limits_enabled: true,
      expires_at: 4_000_000_000,
    })
  })

  it('401 without a token, with a wrong one, and with a session', async () => {
    expect((await ask('/api/usage/token/', '')).body.code).toBe('token_missing')
    expect((await ask('/api/usage/token/', 'x'.repeat(48))).body.code).toBe('token_invalid')
    expect((await user.request('GET', '/api/usage/token/')).body.code).toBe('token_missing')
  })

  it('403 when the owner is banned', async () => {
    const banned = await api.createUser('banned')
    const { key } = await newToken(banned)
    await api.root.call('POST', '/api/user/manage', { id: banned.id, action: 'disable' })
    const refused = await ask('/api/usage/token/', key)
    expect([refused.status, refused.body.code]).toEqual([403, 'user_banned'])
  })
})

describe('a key that was stolen', () => {
  const paths = [
    '/api/usage/token/',
    '/api/log/token',
    '/dashboard/billing/subscription',
    '/v1/dashboard/billing/usage',
  ]
  const codeOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
    body.code ?? (body as unknown as { error?: { code: string } }).error?.code

  it.each(paths)('reads nothing of %s from an address outside the list of its token', async (path) => {
    const { key } = await newToken(user, { allow_ips: '203.0.113.0/24' })
    const refused = await ask(path, key)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'token_ip_forbidden'])
    const { key: listed } = await newToken(user, { allow_ips: '127.0.0.0/8\n203.0.113.0/24' })
    expect((await ask(path, listed)).status).toBe(200)
  })

  it.each(paths)('reads nothing of %s once its token is disabled', async (path) => {
    const { id, key } = await newToken(user)
    await user.call('PUT', '/api/token/', { id, status: 2 })
    const refused = await ask(path, key)
    expect([refused.status, codeOf(refused)]).toEqual([401, 'token_disabled'])
  })
})

describe.each(['', '/v1'])('GET %s/dashboard/billing', (prefix) => {
  it('200 shows the token in dollars', async () => {
    expect(JSON.parse((await ask(`${prefix}/dashboard/billing/subscription`)).text)).toEqual({
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: 2,
      hard_limit_usd: 2,
      system_hard_limit_usd: 2,
      access_until: 4_000_000_000,
    })
    expect(JSON.parse((await ask(`${prefix}/dashboard/billing/usage?start_date=x`)).text)).toEqual({
      object: 'list',
      total_usage: 50.0001,
    })
  })

  it('200 counts only the days that are asked for', async () => {
    const day = (offset: number) => new Date(api.clock.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const usage = async (from: string, until: string) =>
      JSON.parse((await ask(`${prefix}/dashboard/billing/usage?start_date=${from}&end_date=${until}`)).text)
        .total_usage
    expect(await usage(day(0), day(1))).toBe(50.0001)
    expect(await usage(day(-3), day(-1))).toBe(0)
  })

  it('401 in the shape that clients of the OpenAI routes expect', async () => {
    const refused = await ask(`${prefix}/dashboard/billing/subscription`, 'x'.repeat(48))
    expect(refused.status).toBe(401)
    expect(JSON.parse(refused.text)).toEqual({
      error: { message: 'invalid token', type: 'upstream_error', param: null, code: 'token_invalid' },
    })
  })
})

it('400 in that shape, naming the date that is too long', async () => {
  const refused = await ask(`/dashboard/billing/usage?end_date=${'9'.repeat(100)}`)
  expect([refused.status, JSON.parse(refused.text).error]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('end_date') }),
  ])
})

describe('what the billing pages show', () => {
  it('is the account when tokens are not shown, and quota units when currency is not', async () => {
    await setOption('DisplayTokenStatEnabled', 'false')
    await setOption('DisplayInCurrencyEnabled', 'false')
    expect(JSON.parse((await ask('/dashboard/billing/subscription')).text)).toMatchObject({
      hard_limit_usd: 2_000_000,
      access_until: 0,
    })
    expect(JSON.parse((await ask('/dashboard/billing/usage')).text)).toEqual({
      object: 'list',
      total_usage: 25_000_050,
    })
    await setOption('DisplayTokenStatEnabled', 'true')
    await setOption('DisplayInCurrencyEnabled', 'true')
  })

  it('is 100000000 for a token without a limit', async () => {
    const { key } = await newToken(user, { unlimited_quota: true })
    expect(JSON.parse((await ask('/dashboard/billing/subscription', key)).text)).toMatchObject({
      hard_limit_usd: 100_000_000,
      access_until: 0,
    })
  })
})

it('503 in that shape, saying when to ask again, while the database is away', async () => {
  await api.services.knex.destroy()
  const refused = await ask('/dashboard/billing/subscription')
  expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.text).error.code]).toEqual([
    503,
    '1',
    'storage_unavailable',
  ])
})
