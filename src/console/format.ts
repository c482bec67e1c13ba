import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compactNumber, dollars } from './amounts.ts'
import { useStatus } from './api/use-status.ts'
import { dateMistake, readDateText, readEndText, timeFromNow, toDateText } from './dates.ts'
import { currentLanguage, phrase } from './i18n/i18n.ts'

/** All formats of amounts, counts and times in one place. */

export { compactNumber, dateMistake, dollars, readDateText, readEndText, toDateText }

/** Returns the locale for numbers and times. */
export const locale = (): string => (currentLanguage() === 'zh' ? 'zh-CN' : 'en-US')

/** Formats whole numbers with the separators of the language. */
export const wholeNumber = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }).format(value)

/** Formats a number with up to `digits` decimals, without trailing zeros after the first `least` decimals. */
export const decimalNumber = (value: number, digits = 3, least = 0): string =>
  new Intl.NumberFormat(locale(), {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(digits, least),
  }).format(value)

/** Formats how long something took: `12 ms`, `1.25 s`. Never shows zero. */
export const duration = (seconds: number): string =>
  seconds < 0.9995
    ? phrase('time.milliseconds', { value: Math.max(1, Math.round(seconds * 1000)) })
    : phrase('time.seconds', { value: decimalNumber(seconds, 2) })

/** Formats quota units as amounts on this site. */
export interface Money {
  /** Quota units per dollar on this site. */
  readonly quotaPerUnit: number
  readonly isInDollars: boolean
  /** Formats an amount in the unit that the site shows; `digits` for single calls. */
  shown(quota: number, digits?: number): string
  /** Formats an amount in the other unit, for the tooltip. */
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

/** Formats date and time as is usual in the language. */
export const dateTime = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(unixSeconds * 1000)

export const day = (unixSeconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(unixSeconds * 1000)

/** Formats a time relative to now: `2 minutes ago`, `in 3 days`. */
export const relativeTime = (unixSeconds: number): string => timeFromNow(unixSeconds, Date.now(), locale())

/** Formats an amount of money: `$412.00`, `CN¥803.10`; a code that is not a currency follows the number. */
export function currencyAmount(value: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${decimalNumber(value, 2)} ${currency}`.trim()
  return new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(value)
}

/** Lists texts as `a, b and c` in the user's language. */
export const listOfTexts = (texts: readonly string[]): string => new Intl.ListFormat(locale()).format(texts)

/** Lists texts as `a, b or c` in the user's language. */
export const listOfChoices = (texts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(texts)

/** Formats a share as `99.4 %`, truncated to one decimal, so that less than everything never reads 100 %. */
export function percent(share: number): string {
  const cut = Math.floor(share * 1000) / 1000
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(cut)
}
