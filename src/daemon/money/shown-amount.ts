import { toExactQuota, toQuota } from './amount.ts'

/** The options that decide how the site displays money. */
export interface MoneyDisplay {
  readonly DisplayInCurrencyEnabled: boolean
  /** Quota units of a dollar. */
  readonly QuotaPerUnit: number | string
}

/** Formats an amount as the site displays money: in dollars, with more decimals if they would otherwise be 0, or in whole quota units. */
export function shownAmount(value: bigint, display: MoneyDisplay): string {
  const perUnit = Number(display.QuotaPerUnit)
  if (!display.DisplayInCurrencyEnabled || !(perUnit > 0)) return String(toQuota(value))
  const dollars = Math.abs(Number(toExactQuota(value)) / perUnit)
  return `${value < 0n ? '-' : ''}$${dollars.toFixed(placesOf(dollars))}`
}

const placesOf = (dollars: number): number => {
  if (dollars >= 0.1) return 2
  return dollars >= 0.001 || dollars === 0 ? 4 : 6
}
