import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compactNumber, dollars } from './amounts.ts'
import { useStatus } from './api/use-status.ts'
import { currentLanguage, phrase } from './i18n/i18n.ts'

/** How amounts, counts and times are written, in one place. */

export { compactNumber, dollars }

/** The language that numbers and times are written in. */
export const locale = (): string => (currentLanguage() === 'zh' ? 'zh-CN' : 'en-US')

/** Whole numbers with the separators of the language. */
export const wholeNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }).format(value)

/** Up to `digits` decimals, no trailing zeros. */
export const decimalNumber = (value: number, digits = 3): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value)

/** How long something took: `12 ms`, `1.25 s`. Nothing takes no time at all. */
export const duration = (seconds: number): string =>
  seconds < 0.9995
    ? phrase('time.milliseconds', { value: Math.max(1, Math.round(seconds * 1000)) })
    : phrase('time.seconds', { value: decimalNumber(seconds, 2) })

/** Quota units as this site shows money. */
export interface Money {
  /** Quota units that make a dollar here. */
  readonly quotaPerUnit: number
  readonly isInDollars: boolean
  /** The amount the way the site shows money; `digits` for single calls. */
  shown(quota: number, digits?: number): string
  /** The other way round, for the tooltip. */
  other(quota: number): string
  inDollars(quota: number): string
}

export function useMoney(): Money {
  const status = useStatus().data
  const { i18n, t } = useTranslation()
  const quotaPerUnit = status?.quota_per_unit ?? 500_000
  const isInDollars = status?.display_in_currency ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language decides how numbers are written.
  return useMemo(() => {
    const inDollars = (quota: number, digits?: number) => dollars(quota / quotaPerUnit, digits)
    const inQuota = (quota: number) => t('money.quota', { amount: wholeNumber(quota) })
    return {
      quotaPerUnit,
      isInDollars,
      shown: (quota, digits) => (isInDollars ? inDollars(quota, digits) : compactNumber(quota)),
      other: (quota) => (isInDollars ? inQuota(quota) : inDollars(quota)),
      inDollars,
    }
  }, [quotaPerUnit, isInDollars, i18n.language, t])
}

/** `2026-11-22 14:02:51` in the browser's time zone; the form that dates are typed in. */
export function toDateText(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/**
 * Reads `yyyy-MM-dd HH:mm:ss`; the time may be left out or cut short.
 * @returns unix seconds; undefined when it is no date (the 31st of February is none)
 */
export function readDateText(text: string): number | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((each) => Number(each ?? 0))
  const date = new Date(year, month - 1, day, hour, minute, second)
  const isReal =
    date.getFullYear() === year &&
    date.getMonth() === month - 1 &&
    date.getDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  return isReal ? Math.floor(date.getTime() / 1000) : undefined
}

/** Day and time as people of the language write them. */
export const dateTime = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(unixSeconds * 1000)

export const day = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(unixSeconds * 1000)

const spans = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
] as const

/** `2 minutes ago`, `in 3 days`. */
export function relativeTime(unixSeconds: number, nowMs: number = Date.now()): string {
  const seconds = unixSeconds - nowMs / 1000
  const span = spans.find(([below]) => Math.abs(seconds) < below) ?? spans[5]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
    Math.trunc(seconds / span[2]),
    span[1],
  )
}

/** `$412.00`, `CN¥803.10`; a code that is not a currency follows the number. */
export function currencyAmount(value: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${decimalNumber(value, 2)} ${currency}`.trim()
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(value)
}

/** `a, b and c` in the reader's language. */
export const listOfTexts = (texts: readonly string[]): string => new Intl.ListFormat(locale()).format(texts)

/** `99.4 %`, cut to one decimal: what is not all never reads 100 %. */
export function percent(share: number): string {
  const cut = Math.floor(share * 1000) / 1000
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(cut)
}
