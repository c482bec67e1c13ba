import { afterAll, beforeAll, expect, it } from 'vitest'
import { model, type Site, startSite } from './site.ts'
import { expectBoth, inside, ofRelay } from './told.ts'

let site: Site
let channelId: number
beforeAll(async () => {
  site = await startSite()
  channelId = await site.addChannel()
})
afterAll(() => site.close())

it('C-ERR-08 a token that is expired, exhausted, disabled or unknown', async () => {
  const soon = Math.floor(site.api.clock.now() / 1000) + 60
  const expired = await site.addToken({ expired_time: soon })
  site.api.clock.advance(120_000)
  await expectBoth(ofRelay(site, expired), 401, 'token_expired', 'this token has expired', '该令牌已过期')
  const exhausted = await site.newToken({ unlimited_quota: false, remain_quota: 0 })
  await expectBoth(
    ofRelay(site, `sk-${exhausted.key}`),
    403,
    'token_exhausted',
    "this token's quota is used up; it does not renew by itself: raise it, or use another token",
    '该令牌额度已用尽；额度不会自动恢复，请增加额度或使用其他令牌',
  )
  const disabled = await site.newToken()
  await site.root.call('PUT', '/api/token/?status_only=true', { id: disabled.id, status: 2 })
  await expectBoth(
    ofRelay(site, `sk-${disabled.key}`),
    401,
    'token_disabled',
    'this token is disabled',
    '该令牌已被禁用',
  )
  await expectBoth(ofRelay(site, 'sk-unknown'), 401, 'token_invalid', 'invalid token', '无效的令牌')
})

it('C-ERR-09 too little quota of the user, and of the token, with what is there and what is needed', async () => {
  const poor = await site.api.createUser('ten-units')
  await site.credit(poor, 10)
  const body = { max_tokens: 1000 }
  await expectBoth(
    ofRelay(site, await site.addToken({}, poor), body),
    403,
    'insufficient_user_quota',
    /^insufficient user quota: \$0\.000020 available, \$[\d.]+ needed; more is free when running requests end/,
    /^用户额度不足：可用 \$0\.000020，需要 \$[\d.]+；进行中的请求结束或充值后/,
  )
  await expectBoth(
    ofRelay(site, await site.addToken({ unlimited_quota: false, remain_quota: 10 }), body),
    403,
    'pre_consume_token_quota_failed',
    /^insufficient token quota: \$0\.000020 available, \$[\d.]+ needed; more is free when running requests end/,
    /^令牌额度不足：可用 \$0\.000020，需要 \$[\d.]+；进行中的请求结束或增加额度后/,
  )
})

it('C-ERR-10 no available channel, and a chosen channel that is disabled', async () => {
  await site.root.call('PUT', '/api/channel/', { id: channelId, status: 2 })
  await expectBoth(
    ofRelay(site),
    503,
    'no_available_channel',
    `no available channel for model ${model} in group default`,
    `分组 default 下模型 ${model} 无可用渠道`,
  )
  await expectBoth(
    ofRelay(site, `${site.key}-${channelId}`),
    403,
    'pin_disabled',
    'the chosen channel is disabled',
    '指定的渠道已被禁用',
  )
  await site.root.call('PUT', '/api/channel/', { id: channelId, status: 1 })
})

it('C-ERR-12 too many requests of a token, and of a user', async () => {
  const hurried = await site.addToken({
    rate_limit_enabled: true,
    rate_limit_period: 60,
    rate_limit_count: 1,
  })
  expect((await site.ask(hurried)).status).toBe(200)
  await expectBoth(
    ofRelay(site, hurried),
    429,
    'token_rate_limited',
    /^too many requests with this token: at most 1 every 60 s, try again in \d+ s$/,
    /^该令牌请求次数过多：60 秒内最多 1 次，请在 \d+ 秒后重试$/,
  )
  expect((await site.refusal(hurried)).retryAfter).toBeGreaterThan(0)
  await site.setOption('ModelRequestRateLimitEnabled', 'true')
  await site.setOption('ModelRequestRateLimitCount', '1')
  const user = await site.api.createUser('hurried')
  await site.credit(user, 1_000_000)
  const key = await site.addToken({}, user)
  expect((await site.ask(key)).status).toBe(200)
  await expectBoth(
    ofRelay(site, key),
    429,
    'user_rate_limited',
    /^too many requests of your account: at most 1 every 1 min, try again in \d+ s$/,
    /^您的账户请求次数过多：1 分钟内最多 1 次，请在 \d+ 秒后重试$/,
  )
  expect((await site.refusal(key)).retryAfter).toBeGreaterThan(0)
  await site.setOption('ModelRequestRateLimitEnabled', 'false')
})

it('C-ERR-13 what nobody foresaw names its request and nothing of what is inside', async () => {
  const { knex } = site.api.services
  const key = await site.addToken()
  await knex.schema.renameTable('tokens', 'tokens_away')
  await expectBoth(
    ofRelay(site, key),
    500,
    'internal',
    /^internal server error, contact the admin/,
    /^服务器内部错误，请联系管理员/,
  )
  const text = await (await site.ask(key)).text()
  expect(text).not.toMatch(inside)
  await knex.schema.renameTable('tokens_away', 'tokens')
})
