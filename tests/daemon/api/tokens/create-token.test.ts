import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer, type TokenPage } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
})
afterAll(() => api.close())

const create = (fields: object, who = user) =>
  who.request<TokenAnswer>('POST', '/api/token/', { name: 'ci', ...fields })

describe('POST /api/token/', () => {
  it('200 creates a token with a key of 48 letters and digits, stored sealed and hashed', async () => {
    const made = await newToken(user)
    expect(made.key).toMatch(/^[0-9A-Za-z]{48}$/)
    expect(await user.call('GET', `/api/token/${made.id}`)).toEqual(made)
    const rows = JSON.stringify(await api.services.knex('tokens').select('*'))
    expect(rows).not.toContain(made.key)
    expect(rows).toContain(api.services.secrets.hash(made.key))
    expect(JSON.stringify(await api.services.knex('audit_events').select('*'))).not.toContain(made.key)
  })

  it('200 fills in the defaults', async () => {
    const made = (await create({})).body.data
    expect(made).toEqual({
      id: made.id,
      user_id: user.id,
      name: 'ci',
      key: made.key,
      key_masked: false,
      former_key_until: 0,
      status: 1,
      remain_quota: 500_000,
      remain_quota_exact: '500000',
      used_quota: 0,
      used_quota_exact: '0',
      held_quota: 0,
      held_quota_exact: '0',
      unlimited_quota: false,
      expired_time: -1,
      created_time: made.created_time,
      accessed_time: made.created_time,
      model_limits_enabled: false,
      model_limits: '',
      model_fallbacks: {},
      allow_ips: '',
      group: '',
      rate_limit_enabled: false,
      rate_limit_period: 60,
      rate_limit_count: 1000,
      rate_limit_success: 10,
      tokens_per_minute: 0,
      budget_period: 'none',
      budget_quota: 0,
      budget_used_quota: 0,
      budget_used_quota_exact: '0',
      budget_held_quota: 0,
      budget_held_quota_exact: '0',
      budget_renews_time: 0,
    })
  })

  it('200 stores every field, lists tidied', async () => {
    const made = await create({
      name: ' 报表任务 ',
      remain_quota: 0,
      unlimited_quota: true,
      expired_time: 4_000_000_000,
      model_limits_enabled: true,
      model_limits: ' gpt-4o, p/gpt-4o,,gpt-4o',
      allow_ips: '10.0.0.0/8\n 127.0.0.1, 2001:db8::/32',
      group: 'vip',
      rate_limit_enabled: true,
      rate_limit_period: 30,
      rate_limit_count: 0,
      rate_limit_success: 5,
    })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      name: '报表任务',
      remain_quota: 0,
      unlimited_quota: true,
      expired_time: 4_000_000_000,
      model_limits_enabled: true,
      model_limits: 'gpt-4o,p/gpt-4o',
      allow_ips: '10.0.0.0/8\n127.0.0.1\n2001:db8::/32',
      group: 'vip',
      rate_limit_enabled: true,
      rate_limit_period: 30,
      rate_limit_count: 0,
      rate_limit_success: 5,
    })
  })

  it('200 ignores key, owner, status and used quota, which nobody can set', async () => {
    const made = await create({
      key: 'x'.repeat(48),
      user_id: api.root.id,
      used_quota: 77,
      status: 2,
      id: 1,
      created_time: 1,
    })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({ user_id: user.id, used_quota: 0, status: 1 })
    expect(made.body.data.key).not.toBe('x'.repeat(48))
    expect(made.body.data.created_time).not.toBe(1)
  })

  it.each([
    [{ name: undefined }, 'token_name_required'],
    [{ name: '' }, 'token_name_required'],
    [{ name: '  ' }, 'token_name_required'],
    [{ name: '名'.repeat(31) }, 'token_name_required'],
    [{ expired_time: 1 }, 'token_expiry_past'],
    [{ expired_time: 0 }, 'token_expiry_past'],
    [{ allow_ips: '10.0.0.300' }, 'token_address_invalid'],
    [{ allow_ips: '10.0.0.1\nexample.com' }, 'token_address_invalid'],
    [{ allow_ips: '127.1' }, 'token_address_invalid'],
    [{ allow_ips: '2130706433' }, 'token_address_invalid'],
    [{ allow_ips: '10.0.0.0/33' }, 'token_address_invalid'],
    [{ allow_ips: '10/8' }, 'token_address_invalid'],
    [{ group: 'nonexistent' }, 'group_forbidden'],
    [{ group: 'svip' }, 'group_forbidden'],
    [{ rate_limit_period: 0 }, 'invalid_request'],
    [{ rate_limit_period: -1 }, 'invalid_request'],
    [{ rate_limit_count: -1 }, 'invalid_request'],
    [{ rate_limit_success: 1.5 }, 'invalid_request'],
    [{ unlimited_quota: 'true' }, 'invalid_request'],
    [{ model_limits: ['gpt-4o'] }, 'invalid_request'],
    [{ unheard_of: 1 }, 'invalid_request'],
  ])('refuses %j with %s', async (fields, code) => {
    const before = await user.call<TokenPage>('GET', '/api/token/')
    const refused = await create(fields)
    expect(refused.status).toBe(code === 'group_forbidden' ? 403 : 400)
    expect(refused.body).toMatchObject({ success: false, code })
    expect((await user.call<TokenPage>('GET', '/api/token/')).total).toBe(before.total)
  })

  it.each([
    -1,
    1.5,
    1e15 + 1,
    2 ** 53,
    2 ** 63,
    2 ** 64 - 1,
    1e308,
    '1e3',
    ' 7',
    'NaN',
    'Infinity',
    [1],
    {},
    true,
    null,
  ])('400 refuses the quota %j', async (remain_quota) => {
    const refused = await create({ remain_quota })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'invalid_request',
      'remain_quota',
    ])
  })

  it('200 takes a quota of -0 as 0 and the largest as it is', async () => {
    const zero = await user.request<TokenAnswer>('POST', '/api/token/', { name: 'z', remain_quota: -0 })
    expect(zero.body.data.remain_quota_exact).toBe('0')
    expect((await newToken(user, { remain_quota: 4_000_000_000_000 })).remain_quota_exact).toBe(
      '4000000000000',
    )
  })

  it('401 without signing in', async () => {
    expect((await create({}, api.anonymous)).status).toBe(401)
  })

  it('409 refuses the token after the last that TokensPerUserMax allows, also when many are made at once', async () => {
    await api.root.call('PUT', '/api/option/', { key: 'TokensPerUserMax', value: '1000' })
    const owner = await api.createUser('u-many')
    const row = { name: 'x', key_ciphertext: '', created_time: 1, user_id: owner.id }
    const rows = Array.from({ length: 995 }, (_, i) => ({ ...row, key_hash: `many-${i}` }))
    for (let i = 0; i < rows.length; i += 50) await api.services.knex('tokens').insert(rows.slice(i, i + 50))
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({}, owner)))
    expect(answers.filter((each) => each.status === 200)).toHaveLength(5)
    expect(new Set(answers.filter((each) => each.status !== 200).map((each) => each.body.code))).toEqual(
      new Set(['token_limit_reached']),
    )
  })
})
