import { dateMistake, readEndText, toDateText } from '../../dates.ts'
import type { TokenCreate, TokenUpdate } from './use-save-token.ts'
import type { Token } from './use-tokens.ts'

/** How often a budget renews. */
export const budgetPeriods = ['none', 'day', 'week', 'month'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** Form values of a token. */
export interface TokenValues {
  readonly name: string
  /** Quota units that the token may still spend; NaN while the text is not a number. */
  readonly quota: number
  readonly isUnlimited: boolean
  /** `yyyy-MM-dd HH:mm:ss`; empty = never. */
  readonly expiry: string
  readonly hasModelLimits: boolean
  readonly models: readonly string[]
  /** Fallback models, one line per model: `gpt-4o = claude-sonnet-4-5, gemini-2.5-pro`. */
  readonly fallbacks: string
  /** IP addresses and ranges, one per line. */
  readonly addresses: string
  /** Empty = the account's group. */
  readonly group: string
  readonly hasRateLimit: boolean
  readonly ratePeriod: number
  readonly rateCount: number
  readonly rateSuccess: number
  /** 0 = no limit. */
  readonly tokensPerMinute: number
  readonly budgetPeriod: BudgetPeriod
  /** Quota units; NaN while the text is not a number. */
  readonly budgetQuota: number
  /** Number of tokens to create. */
  readonly count: number
}

export const newTokenValues: TokenValues = {
  name: '',
  quota: 500_000,
  isUnlimited: false,
  expiry: '',
  hasModelLimits: false,
  models: [],
  fallbacks: '',
  addresses: '',
  group: '',
  hasRateLimit: false,
  ratePeriod: 60,
  rateCount: 1000,
  rateSuccess: 10,
  tokensPerMinute: 0,
  budgetPeriod: 'none',
  budgetQuota: 500_000,
  count: 1,
}

export const batchCounts = [1, 10, 20, 30, 100] as const
/** Seconds from now; undefined = never. */
export const expiryPresets = [
  ['never', undefined],
  ['hour', 3_600],
  ['day', 86_400],
  ['month', 30 * 86_400],
] as const

export const toTokenValues = (token: Token): TokenValues => ({
  name: token.name,
  quota: token.remain_quota,
  isUnlimited: token.unlimited_quota,
  expiry: token.expired_time === -1 ? '' : toDateText(token.expired_time),
  hasModelLimits: token.model_limits_enabled,
  models: token.model_limits.split(',').filter((each) => each !== ''),
  fallbacks: Object.entries(token.model_fallbacks)
    .map(([model, others]) => `${model} = ${others.join(', ')}`)
    .join('\n'),
  addresses: token.allow_ips,
  group: token.group,
  hasRateLimit: token.rate_limit_enabled,
  ratePeriod: token.rate_limit_period,
  rateCount: token.rate_limit_count,
  rateSuccess: token.rate_limit_success,
  tokensPerMinute: token.tokens_per_minute,
  budgetPeriod: token.budget_period,
  budgetQuota: token.budget_period === 'none' ? newTokenValues.budgetQuota : token.budget_quota,
  count: 1,
})

/** Mistakes that a field can have; each is a key of the page's phrases. */
export type TokenMistake =
  | 'nameRequired'
  | 'quotaInvalid'
  | 'expiryInvalid'
  | 'expirySkipped'
  | 'wholeNumber'
  | 'budgetInvalid'
  | 'fallbacksInvalid'

/** All mistakes in the values, by field. */
export type TokenMistakes = Partial<Record<keyof TokenValues, TokenMistake>>

const isCount = (value: number, min: number): boolean => Number.isInteger(value) && value >= min

export function findTokenMistakes(values: TokenValues): TokenMistakes {
  return {
    ...(values.name.trim() === '' ? { name: 'nameRequired' as const } : {}),
    ...(!values.isUnlimited && !isCount(values.quota, 0) ? { quota: 'quotaInvalid' as const } : {}),
    ...(readExpiry(values.expiry) === undefined ? { expiry: expiryMistake(values.expiry) } : {}),
    ...(readFallbacks(values.fallbacks) ? {} : { fallbacks: 'fallbacksInvalid' as const }),
    ...(values.hasRateLimit && !isCount(values.ratePeriod, 1) ? { ratePeriod: 'wholeNumber' as const } : {}),
    ...(values.hasRateLimit && !isCount(values.rateCount, 0) ? { rateCount: 'wholeNumber' as const } : {}),
    ...(values.hasRateLimit && !isCount(values.rateSuccess, 0)
      ? { rateSuccess: 'wholeNumber' as const }
      : {}),
    ...(isCount(values.tokensPerMinute, 0) ? {} : { tokensPerMinute: 'wholeNumber' as const }),
    ...(values.budgetPeriod !== 'none' && !isCount(values.budgetQuota, 1)
      ? { budgetQuota: 'budgetInvalid' as const }
      : {}),
  }
}

type RateNumbers = 'ratePeriod' | 'rateCount' | 'rateSuccess'

/**
 * Reads an expiry. A date without a time means its last second.
 * @returns unix seconds, -1 for never, undefined when the text is not a date
 */
export const readExpiry = (text: string): number | undefined => (text.trim() === '' ? -1 : readEndText(text))

const expiryMistake = (text: string): TokenMistake =>
  dateMistake(text) === 'skipped' ? 'expirySkipped' : 'expiryInvalid'

/** @returns undefined when a line is not a list of fallbacks */
export function readFallbacks(text: string): TokenCreate['model_fallbacks'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map((line): [string, string[]] => {
    const at = line.indexOf('=')
    const others = line.slice(at + 1).split(',')
    return [line.slice(0, Math.max(at, 0)).trim(), others.map((each) => each.trim()).filter(Boolean)]
  })
  const isRight = entries.every(([model, others]) => model !== '' && others.length > 0)
  return isRight ? Object.fromEntries(entries) : undefined
}

/**
 * Returns the request body that creates a token.
 *
 * @param before initial values of the form; numbers of a limit that is off are sent as they were, because their fields
 *   are hidden
 */
export const toCreateBody = (
  values: TokenValues,
  before: Pick<TokenValues, RateNumbers> = newTokenValues,
): TokenCreate => ({
  name: values.name.trim(),
  remain_quota: Number.isInteger(values.quota) ? values.quota : 0,
  unlimited_quota: values.isUnlimited,
  expired_time: readExpiry(values.expiry) ?? -1,
  model_limits_enabled: values.hasModelLimits,
  model_limits: values.models.join(','),
  model_fallbacks: readFallbacks(values.fallbacks) ?? {},
  allow_ips: values.addresses.trim(),
  group: values.group,
  rate_limit_enabled: values.hasRateLimit,
  rate_limit_period: (values.hasRateLimit ? values : before).ratePeriod,
  rate_limit_count: (values.hasRateLimit ? values : before).rateCount,
  rate_limit_success: (values.hasRateLimit ? values : before).rateSuccess,
  tokens_per_minute: values.tokensPerMinute,
  budget_period: values.budgetPeriod,
  budget_quota: values.budgetPeriod === 'none' ? 0 : values.budgetQuota,
})

/**
 * Returns the request body with the fields that differ from what was loaded.
 * @returns undefined when there are none. The quota is sent together with the loaded one, so that what was spent in the
 *   meantime stays spent.
 */
export function toUpdateBody(loaded: Token, values: TokenValues): TokenUpdate | undefined {
  const first = toTokenValues(loaded)
  const before = toCreateBody(first, first) as Record<string, unknown>
  const changed = Object.entries(toCreateBody(values, first)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  if (changed.length === 0) return undefined
  const body: TokenUpdate = { id: loaded.id, ...Object.fromEntries(changed) }
  return body.remain_quota === undefined ? body : { ...body, remain_quota_base: loaded.remain_quota }
}
