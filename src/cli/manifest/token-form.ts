import type { BodyOf, DataOf } from '../client/contract-types.ts'
import { readExpiry } from '../input/moment.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Plain } from './manifest.ts'
import { instantOf, instantText, isRelative } from './moments.ts'

export type Token = DataOf<'/api/token/{id}', 'get'>
type TokenFields = Pick<
  BodyOf<'/api/token/', 'put'>,
  | 'remain_quota'
  | 'unlimited_quota'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'model_fallbacks'
  | 'group'
  | 'expired_time'
  | 'allow_ips'
  | 'rate_limit_enabled'
  | 'rate_limit_period'
  | 'rate_limit_count'
  | 'rate_limit_success'
  | 'tokens_per_minute'
  | 'budget_period'
  | 'budget_quota'
>

type Values = Readonly<Record<string, Plain>>

const split = (text: string, by: string): string[] => text.split(by).filter((each) => each !== '')

/** Returns a token as files describe it. Expired and exhausted are temporary states and not part of files. */
export const tokenValues = (token: Token): Record<string, Plain> => ({
  unlimited: token.unlimited_quota,
  models: token.model_limits_enabled ? split(token.model_limits, ',') : [],
  fallbacks: emptyOr(canonicalJson(JSON.stringify(token.model_fallbacks))),
  group: token.group,
  expires: token.expired_time === -1 ? 'never' : instantText(token.expired_time),
  allowIps: split(token.allow_ips, '\n'),
  rateLimit: token.rate_limit_enabled ? `${token.rate_limit_count}/${token.rate_limit_period}s` : 'off',
  successLimit: token.rate_limit_success,
  tokensPerMinute: token.tokens_per_minute,
  budget: token.budget_period === 'none' ? 'off' : `${token.budget_quota}/${token.budget_period}`,
  status: token.status === 2 ? 'disabled' : 'enabled',
})

/** Converts values of files to the form of the contract. Durations count from now. */
export function tokenBody(values: Values, nowMs: number): TokenFields {
  const { unlimited, quota, models, group, expires, allowIps, rateLimit, successLimit } = values
  return {
    ...(unlimited === undefined ? {} : { unlimited_quota: unlimited === true }),
    ...(typeof quota === 'number' ? { remain_quota: quota } : {}),
    ...(Array.isArray(models)
      ? { model_limits_enabled: models.length > 0, model_limits: models.join(',') }
      : {}),
    ...(values.fallbacks === undefined ? {} : { model_fallbacks: readFallbacks(values.fallbacks) }),
    ...(group === undefined ? {} : { group: String(group) }),
    ...(expires === undefined ? {} : { expired_time: readExpires(String(expires), nowMs) }),
    ...(Array.isArray(allowIps) ? { allow_ips: allowIps.join('\n') } : {}),
    ...(successLimit === undefined ? {} : { rate_limit_success: Number(successLimit) }),
    ...(values.tokensPerMinute === undefined ? {} : { tokens_per_minute: Number(values.tokensPerMinute) }),
    ...rateBody(rateLimit),
    ...budgetBody(values.budget),
  }
}

const emptyOr = (json: string | undefined): string => (json === undefined || json === '{}' ? '' : json)

/** Parses fallbacks from the canonical form: JSON, '' for none. */
function readFallbacks(given: Plain): Record<string, string[]> {
  return given === '' ? {} : (JSON.parse(String(given)) as Record<string, string[]>)
}

export const readExpires = (text: string, nowMs: number): number =>
  (isRelative(text) || text === 'never' ? readExpiry(text, nowMs) : instantOf(text)) ?? -1

function rateBody(limit: Plain | undefined): TokenFields {
  if (limit === undefined) return {}
  const [, count, period] = /^(\d+)\/(\d+)s$/.exec(String(limit)) ?? []
  if (count === undefined) return { rate_limit_enabled: false }
  return { rate_limit_enabled: true, rate_limit_count: Number(count), rate_limit_period: Number(period) }
}

/** Parses a budget from the canonical form: quota units and a period, or `off`. */
function budgetBody(budget: Plain | undefined): TokenFields {
  if (budget === undefined) return {}
  const [quota, period] = String(budget).split('/')
  if (period !== 'day' && period !== 'week' && period !== 'month')
    return { budget_period: 'none', budget_quota: 0 }
  return { budget_period: period, budget_quota: Number(quota) }
}
