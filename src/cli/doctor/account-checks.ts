import type { DataOf } from '../client/contract-types.ts'
import { roleName } from '../commands/user/user-object.ts'
import { type CheckContext, type Finding, type Learnt, ok, skipped, trouble } from './finding.ts'

const ADMIN = 10
const ENABLED = 1

export function checkSignedIn({ settings, phrase }: CheckContext, { self, refusal }: Learnt): Finding {
  const id = 'signed-in'
  if (self !== undefined)
    return ok(
      id,
      `${self.username}, ${roleName(self.role, phrase)}`,
      `${self.username}，${roleName(self.role, phrase)}`,
    )
  const why =
    settings.token === undefined
      ? (['no access token is saved for this address', '没有为此地址保存访问令牌'] as const)
      : ([refusal ?? '', refusal ?? ''] as const)
  return trouble(id, 'failed', why, [
    `tollgate login ${settings.url.value}`,
    `tollgate login ${settings.url.value}`,
  ])
}

/** Checks that at least one channel can serve a request. */
export async function checkChannels({ api }: CheckContext, { self }: Learnt): Promise<Finding> {
  const id = 'channels'
  if (self === undefined || self.role < ADMIN)
    return skipped(id, 'only administrators can see channels', '仅管理员可查看渠道')
  const channels = await api.list('/api/channel/', {}, { limit: undefined, isLookup: true })
  const enabled = channels.filter(({ status }) => status === ENABLED).length
  if (enabled > 0)
    return ok(id, `${enabled} of ${channels.length} enabled`, `${channels.length} 个中 ${enabled} 个已启用`)
  if (channels.length > 0)
    return trouble(
      id,
      'failed',
      [`all ${channels.length} channels are disabled`, `全部 ${channels.length} 个渠道均已禁用`],
      [
        'tollgate channel test, then tollgate channel enable',
        '先 tollgate channel test，再 tollgate channel enable',
      ],
    )
  return trouble(
    id,
    'failed',
    ['there are no channels', '没有渠道'],
    ['tollgate channel create', 'tollgate channel create'],
  )
}

/** Checks that all models have a price. Those without one are refused, unless the site accepts them. */
export async function checkPrices({ api }: CheckContext, { self, site }: Learnt): Promise<Finding> {
  const id = 'prices'
  if (self === undefined) return skipped(id, 'requires signing in', '需要登录')
  const models = await api.get('/api/pricing', { isLookup: true })
  const unpriced = models.filter((each) => each.price_source === 'unpriced').map((each) => each.model_name)
  if (models.length === 0) return skipped(id, 'no models are available', '没有可用的模型')
  if (unpriced.length === 0)
    return ok(id, `all ${models.length} models have a price`, `全部 ${models.length} 个模型均有价格`)
  const names = unpriced.slice(0, 5).join(', ')
  const message = [
    `${unpriced.length} of ${models.length} models have no price: ${names}`,
    `${models.length} 个模型中 ${unpriced.length} 个没有价格：${names}`,
  ] as const
  const fix: readonly [string, string] =
    self.role < ADMIN
      ? ['ask an administrator to set their prices', '请管理员为其定价']
      : [
          `tollgate price set ${unpriced[0]} --input <dollars> --output <dollars>, per million tokens`,
          `tollgate price set ${unpriced[0]} --input <美元> --output <美元>，按每百万 token 计`,
        ]
  return trouble(id, site?.self_use_mode_enabled ? 'warning' : 'failed', message, fix)
}

type Token = DataOf<'/api/token/{id}', 'get'>

/** Finds one of the user's API tokens that can be used for a request. */
export async function findUsableToken({ api, now }: CheckContext): Promise<Token | undefined> {
  const tokens = await api.list('/api/token/', {}, { limit: undefined, isLookup: true })
  return tokens.find(
    (each) =>
      each.status === ENABLED &&
      (each.expired_time === -1 || each.expired_time > now() / 1000) &&
      (each.unlimited_quota || each.remain_quota > 0),
  )
}

export function checkToken({ self }: Learnt, token: Token | undefined): Finding {
  const id = 'token'
  if (self === undefined) return skipped(id, 'requires signing in', '需要登录')
  if (token === undefined)
    return trouble(
      id,
      'failed',
      [
        'you have no API token that is enabled, unexpired and has quota left',
        '没有已启用、未过期且有额度的令牌',
      ],
      ['tollgate token create --name <name>', 'tollgate token create --name <名称>'],
    )
  if (self.quota <= 0)
    return trouble(
      id,
      'failed',
      ['your account has no quota left', '账户额度已用完'],
      [
        'redeem a code, or ask an administrator: tollgate user credit',
        '使用兑换码，或请管理员执行 tollgate user credit',
      ],
    )
  return ok(id, `"${token.name}" can be used`, `“${token.name}”可用`)
}
