import { AppError } from '../errors/app-error.ts'
import { isObject, objectsOf } from '../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { baseUrlOf } from './addresses.ts'
import { bearer } from './openai-family.ts'
import type { BalanceQuery, Call, Target } from './types.ts'

/** Reads one path of the vendor and picks the balance out of the answer. */
export function simpleBalance(
  defaultBaseUrl: string,
  path: string,
  read: (
    body: JsonObject,
    base: string,
  ) => { readonly balance: JsonValue | undefined; readonly currency: string },
): BalanceQuery {
  const baseOf = (call: Call) => withoutVersion(baseUrlOf(call.channel, defaultBaseUrl))
  return {
    requests: (call) => [{ url: baseOf(call) + path, headers: bearer(call) }],
    read: ([body], call) => {
      const { balance, currency } = read(isObject(body) ? body : {}, call ? baseOf(call) : defaultBaseUrl)
      return { balance: decimal(balance), currency }
    },
  }
}

/**
 * Reads the balance from OpenAI's former dashboard calls, which similar relays still serve: the remainder of the hard limit in
 * US dollars. For accounts without a payment method, usage counts as far back as the call allows (100 days).
 *
 * @param baseOf address without a version
 */
export function dashboardBalance(baseOf: (call: Call) => string): BalanceQuery {
  return {
    requests: (call, now) => {
      const base = withoutVersion(baseOf(call))
      const end = day(new Date(now.getTime() + DAY_MS))
      const usage = (start: string): Target => ({
        url: `${base}/v1/dashboard/billing/usage?start_date=${start}&end_date=${end}`,
        headers: bearer(call),
      })
      return [
        { url: `${base}/v1/dashboard/billing/subscription`, headers: bearer(call) },
        usage(`${day(now).slice(0, 8)}01`),
        usage(day(new Date(now.getTime() - 100 * DAY_MS))),
      ]
    },
    read: ([subscription, month, hundredDays]) => {
      const limits = isObject(subscription) ? subscription : {}
      const usage = limits.has_payment_method === false ? hundredDays : month
      const used = isObject(usage) ? usage.total_usage : undefined
      return {
        balance: decimal(Number(decimal(limits.hard_limit_usd)) - Number(decimal(used)) / 100),
        currency: 'USD',
      }
    },
  }
}

const DAY_MS = 86_400_000

const day = (date: Date): string => date.toISOString().slice(0, 10)

const withoutVersion = (base: string): string => base.replace(/\/v\d+$/, '')

/**
 * Returns a number as decimal text with at most six decimals.
 *
 * @throws AppError `upstream_malformed` if it is not a number
 */
export function decimal(value: JsonValue | undefined): string {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim())) return value.trim()
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new AppError('upstream_malformed', { detail: { what: 'no balance in the answer' } })
  return value.toFixed(6).replace(/\.?0+$/, '')
}

/** Picks the entry in the wanted currency, or the first one. */
export function pickCurrency(list: JsonValue | undefined, currency: string): JsonObject | undefined {
  const entries = objectsOf(list)
  return entries.find((each) => each.currency === currency) ?? entries[0]
}
