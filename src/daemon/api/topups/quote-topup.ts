import { AppError } from '../../errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, AMOUNT_PER_QUOTA, type Amount } from '../../money/amount.ts'
import { currencyOf } from '../../money/currency.ts'
import {
  divideHalfUp,
  formatRatio,
  parseRatio,
  RATIO_ONE,
  RATIO_SCALE,
  RATIO_ZERO,
  type Ratio,
} from '../../money/ratio.ts'
import type { Options } from '../../options/registry.ts'
import { type OfferedMethod, offeredMethods } from '../../payments/providers.ts'

/** The quota of a top-up and its price. */
export interface TopupQuote {
  readonly method: OfferedMethod
  /** The amount that was entered, as shortest decimal text. */
  readonly entered: string
  /** The quota that will be credited. */
  readonly quota: Amount
  /** Price in the smallest units of the method's currency. */
  readonly money: bigint
}

/** Largest number of dollars or quota units in one top-up. */
const ENTERED_MAX = 10_000_000_000

/** A request to buy quota. */
export interface TopupWish {
  /** Dollars if the site displays dollars, otherwise quota units. */
  readonly amount: number
  /** Name of the payment method; undefined = the first. */
  readonly payment_method?: string | undefined
}

/**
 * Computes the price from the method's price of a dollar and the ratio of the buyer's group; exact until it is rounded
 * to an amount that can be paid in the currency, halves up.
 *
 * @throws AppError `self_use_mode`, `online_topup_disabled`, `payment_method_unknown`, `topup_below_minimum`,
 *   `topup_above_maximum`, `topup_too_low`
 */
export function quoteTopup(wish: TopupWish, group: string, options: Options): TopupQuote {
  if (options.SelfUseModeEnabled) throw new AppError('self_use_mode')
  const method = chooseMethod(wish.payment_method, options)
  const perUnit = read(options.QuotaPerUnit, ENTERED_MAX)
  const isDollars = options.DisplayInCurrencyEnabled
  const maximum = maximumOf(isDollars ? perUnit : RATIO_ONE)
  // The contract checks the bounds, so an amount that cannot be parsed is too small to matter.
  const wanted = parseRatio(String(wish.amount), ENTERED_MAX) ?? RATIO_ZERO
  if (wanted > maximum)
    throw new AppError('topup_above_maximum', { values: { max: formatRatio(maximum) }, field: 'amount' })
  const least = read(options.MinTopUp, ENTERED_MAX)
  const minimum = isDollars ? least : (divideHalfUp(least * perUnit, RATIO_SCALE) as Ratio)
  if (wanted < minimum)
    throw new AppError('topup_below_minimum', { values: { min: formatRatio(minimum) }, field: 'amount' })
  const units = isDollars ? divideHalfUp(wanted * perUnit, RATIO_SCALE) : wanted
  const quota = divideHalfUp(units * AMOUNT_PER_QUOTA, RATIO_SCALE) as Amount

  // Each factor is in billionths; with quota units, the dollars are a quotient, which is computed last.
  const { decimals, step } = currencyOf(method.currency)
  const product =
    wanted * read(method.price, ENTERED_MAX) * groupFactor(group, options) * 10n ** BigInt(decimals)
  const scale = isDollars ? RATIO_SCALE ** 3n : RATIO_SCALE ** 2n * perUnit
  const money = divideHalfUp(product, scale * step) * step
  if (money < 1n || quota < 1n) throw new AppError('topup_too_low', { field: 'amount' })
  return { method, entered: formatRatio(wanted), quota, money }
}

function chooseMethod(name: string | undefined, options: Options): OfferedMethod {
  const offered = offeredMethods(options)
  const [first] = offered
  if (first === undefined) throw new AppError('online_topup_disabled')
  const method = name === undefined ? first : offered.find((each) => each.name === name)
  if (method === undefined) throw new AppError('payment_method_unknown', { field: 'payment_method' })
  return method
}

/** Returns the ratio of a group. One without an entry, or with 0, pays the plain price. */
function groupFactor(group: string, options: Options): Ratio {
  const text = options.TopupGroupRatio.get(group)
  const factor = text === undefined ? RATIO_ONE : read(text, ENTERED_MAX)
  return factor === 0n ? RATIO_ONE : factor
}

/** Parses an option. Options are checked when they are set, so this is always a number. */
function read(text: string | number, max: number): Ratio {
  const value = parseRatio(String(text), max)
  if (value === undefined) throw new AppError('internal', { detail: { text } })
  return value
}

/** Returns the largest amount that can be entered: limited by what one booking may credit, and by the contract. */
function maximumOf(quotaPerEntered: Ratio): Ratio {
  const booked = (AMOUNT_MAX_PER_OPERATION * RATIO_SCALE * RATIO_SCALE) / (AMOUNT_PER_QUOTA * quotaPerEntered)
  const entered = BigInt(ENTERED_MAX) * RATIO_SCALE
  return (booked < entered ? booked : entered) as Ratio
}
