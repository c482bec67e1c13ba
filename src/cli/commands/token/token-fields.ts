import { usageError } from '../../cli-error.ts'
import type { BodyOf } from '../../client/contract-types.ts'
import { given } from '../../client/ensure.ts'
import type { CommandContext, OptionShape, ValuesOf } from '../../define-command.ts'
import { readAmount, type TypedAmount } from '../../input/amount.ts'
import { readDuration } from '../../input/moment.ts'
import { amountOf, commaList, expiryOf, integerOf, toQuota } from '../../input/parsers.ts'
import type { Phrase } from '../../phrases/phrases.ts'

interface RateLimit {
  readonly count: number
  readonly periodSeconds: number
}

/** Parses `1000/60s`, requests per period; `off` for none. */
function readRateLimit(text: string, phrase: Phrase): RateLimit | 'off' {
  if (text === 'off') return 'off'
  const [, count = '', period = ''] = /^(\d{1,9})\/(.+)$/.exec(text.trim()) ?? []
  // `100/m` means one minute, `100/60` means sixty seconds.
  const periodSeconds = readDuration(
    /^[smhd]$/.test(period) ? `1${period}` : /^\d+$/.test(period) ? `${period}s` : period,
  )
  if (count === '' || periodSeconds === undefined || periodSeconds < 1)
    throw usageError(phrase('usage.rateLimit', { text }), { field: '--rate-limit' })
  return { count: Number(count), periodSeconds }
}

const TOKENS_MAX = 1_000_000_000

/** Parses a number of tokens per minute; `off` becomes 0, no limit. */
function readTokensPerMinute(text: string, phrase: Phrase): number {
  return text === 'off' ? 0 : integerOf('--tokens-per-minute', 1, TOKENS_MAX)(text, phrase)
}

type Budget = { readonly amount: TypedAmount; readonly period: 'day' | 'week' | 'month' } | 'off'

/** Parses `5usd/day`; `off` for none. */
function readBudget(text: string, phrase: Phrase): Budget {
  if (text === 'off') return 'off'
  const [, typed = '', period] = /^(.+)\/(day|week|month)$/.exec(text.trim()) ?? []
  const amount = readAmount(typed)
  if (amount === undefined || period === undefined)
    throw usageError(phrase('usage.budget', { text }), { field: '--budget' })
  return { amount, period: period as 'day' | 'week' | 'month' }
}

/** Parses `gpt-4o=claude-sonnet-4-5,gemini-2.5-pro`; several are separated by a space or `;`. `off` for none. */
function readFallbacks(text: string, phrase: Phrase): Readonly<Record<string, string[]>> {
  if (text === 'off') return {}
  const entries = text
    .split(/[\s;]+/)
    .filter(Boolean)
    .map((entry): [string, string[]] => {
      const at = entry.indexOf('=')
      const others = entry
        .slice(at + 1)
        .split(',')
        .filter(Boolean)
      if (at < 1 || others.length === 0)
        throw usageError(phrase('usage.fallbacks', { text: entry }), { field: '--fallbacks' })
      return [entry.slice(0, at), others]
    })
  return Object.fromEntries(entries)
}

/** Flags that describe a token, for `create` and `ensure`. */
export const tokenFieldOptions = {
  quota: {
    flag: '--quota <amount>',
    help: { en: 'Quota it may spend: 5usd or 250000 (quota units)', zh: '额度：5usd 或 250000（额度单位）' },
    parse: amountOf('--quota'),
  },
  unlimited: {
    flag: '--unlimited',
    help: { en: 'Limited only by the account balance', zh: '仅受账户余额限制' },
  },
  expires: {
    flag: '--expires <when>',
    help: { en: 'Expires: never, 30d or 2026-12-31', zh: '过期：never、30d、2026-12-31' },
    parse: expiryOf('--expires'),
  },
  models: {
    flag: '--models <list>',
    help: { en: 'Only these models; any for no limit', zh: '仅限这些模型，any 为不限' },
  },
  fallbacks: {
    flag: '--fallbacks <list>',
    help: {
      en: 'Models to ask when one gives no answer, such as "gpt-4o=gpt-4.1,o3"; * for every other model, off for none',
      zh: '模型未能回答时依次改用的模型，例如 "gpt-4o=gpt-4.1,o3"；* 表示其他所有模型，off 为不设置',
    },
    parse: readFallbacks,
  },
  group: { flag: '--group <group>', help: { en: 'Group that determines routing and prices', zh: '分组' } },
  allowIps: {
    flag: '--allow-ips <list>',
    help: {
      en: 'Only these IP addresses and ranges; any for no limit',
      zh: '仅限这些 IP 地址和网段，any 为不限',
    },
  },
  rateLimit: {
    flag: '--rate-limit <n/period>',
    help: { en: 'Rate limit such as 1000/60s, or off', zh: '速率限制，例如 1000/60s，off 为关闭' },
    parse: readRateLimit,
  },
  tokensPerMinute: {
    flag: '--tokens-per-minute <n>',
    help: {
      en: 'Tokens of prompts and answers per minute, or off',
      zh: '每分钟输入加输出的 token 数，off 为不限',
    },
    parse: readTokensPerMinute,
  },
  budget: {
    flag: '--budget <amount/period>',
    help: {
      en: 'Budget beside its quota, such as 5usd/day, 20usd/week or 50000/month, or off',
      zh: '额度之外的周期额度，例如 5usd/day、20usd/week、50000/month，off 为不限',
    },
    parse: readBudget,
  },
} as const satisfies Readonly<Record<string, OptionShape>>

type TokenFieldValues = ValuesOf<typeof tokenFieldOptions, Readonly<Record<never, never>>>
type TokenBody = Pick<
  BodyOf<'/api/token/', 'post'>,
  | 'remain_quota'
  | 'unlimited_quota'
  | 'expired_time'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'model_fallbacks'
  | 'allow_ips'
  | 'group'
  | 'rate_limit_enabled'
  | 'rate_limit_period'
  | 'rate_limit_count'
  | 'tokens_per_minute'
  | 'budget_period'
  | 'budget_quota'
>

/** Returns the fields that were given, named as in the contract. @throws CliError `usage` */
export async function readTokenFields(values: TokenFieldValues, context: CommandContext): Promise<TokenBody> {
  const { phrase } = context
  if (values.unlimited && values.quota !== undefined)
    throw usageError(phrase('usage.notTogether', { first: '--quota', second: '--unlimited' }))
  const isAny = (text: string): boolean => text === '' || text === 'any'
  return given({
    remain_quota: values.quota === undefined ? undefined : await toQuota('--quota', values.quota, context),
    unlimited_quota: values.unlimited ? true : values.quota === undefined ? undefined : false,
    expired_time: values.expires,
    ...(values.models === undefined
      ? {}
      : {
          model_limits_enabled: !isAny(values.models),
          model_limits: isAny(values.models) ? '' : commaList(values.models),
        }),
    model_fallbacks: values.fallbacks,
    allow_ips:
      values.allowIps === undefined
        ? undefined
        : isAny(values.allowIps)
          ? ''
          : values.allowIps
              .split(/[\s,]+/)
              .filter(Boolean)
              .join('\n'),
    group: values.group,
    ...rateFields(values.rateLimit),
    tokens_per_minute: values.tokensPerMinute,
    ...(values.budget === undefined ? {} : await budgetFields(values.budget, context)),
  })
}

async function budgetFields(
  budget: Budget,
  context: CommandContext,
): Promise<Pick<TokenBody, 'budget_period' | 'budget_quota'>> {
  if (budget === 'off') return { budget_period: 'none', budget_quota: 0 }
  return {
    budget_period: budget.period,
    budget_quota: await toQuota('--budget', budget.amount, context),
  }
}

function rateFields(
  limit: RateLimit | 'off' | undefined,
): Pick<TokenBody, 'rate_limit_enabled' | 'rate_limit_period' | 'rate_limit_count'> {
  if (limit === undefined) return {}
  if (limit === 'off') return { rate_limit_enabled: false }
  return { rate_limit_enabled: true, rate_limit_period: limit.periodSeconds, rate_limit_count: limit.count }
}
