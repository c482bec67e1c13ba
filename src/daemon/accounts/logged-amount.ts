import type { LoggedAmount } from '../ledger/log-event.ts'
import { toExactQuota, toQuota } from '../money/amount.ts'
import type { Options } from '../options/registry.ts'

type Display = Pick<Options, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

/** Returns an amount for the log, with dollars to six decimals if the site displays money in dollars. */
export function loggedAmount(thousandths: bigint, options: Display): LoggedAmount {
  const perUnit = Number(options.QuotaPerUnit)
  const quota = toQuota(thousandths)
  if (!options.DisplayInCurrencyEnabled || !(perUnit > 0)) return { quota }
  return { quota, dollars: (Number(toExactQuota(thousandths)) / perUnit).toFixed(6) }
}
