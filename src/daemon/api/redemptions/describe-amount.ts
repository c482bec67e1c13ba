import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'

type Display = Pick<Options, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

/** An amount in a log text: dollars with six decimals, or quota units, as the site displays money. */
export function describeAmount(thousandths: bigint, options: Display): string {
  const perUnit = Number(options.QuotaPerUnit)
  if (!options.DisplayInCurrencyEnabled || !(perUnit > 0)) return `${toQuota(thousandths)} quota`
  return `$${(Number(toExactQuota(thousandths)) / perUnit).toFixed(6)}`
}
