import { toExactQuota, toQuota } from './amount.ts'

/** How a site shows money: its options of these names. */
export interface MoneyDisplay {
  readonly DisplayInCurrencyEnabled: boolean
  /** Quota units of a dollar. */
  readonly QuotaPerUnit: number | string
}

/** As the site shows money: dollars, with more places where they would read 0, or whole quota units. */
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
