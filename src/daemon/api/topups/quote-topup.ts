import { AppError } from '../../errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, AMOUNT_PER_QUOTA } from '../../money/amount.ts'
import {
  divideHalfUp,
  formatRatio,
  parseRatio,
  RATIO_ONE,
  RATIO_SCALE,
  type Ratio,
} from '../../money/ratio.ts'
import type { Options } from '../../options/registry.ts'

/** What a top-up gives and what it costs. */
export interface TopupQuote {
  /** Hundredths of the currency that is paid in. */
  readonly cents: bigint
}

/** Whether somebody can pay: address, id and key of the payment provider are set. */
export const isOnlineTopupEnabled = (options: Options): boolean =>
  options.PayAddress !== '' && options.EpayId !== '' && options.EpayKey !== ''

/** Largest number of dollars or quota units in one top-up. */
const ENTERED_MAX = 10_000_000_000

/**
 * The amount to pay, by the price of a dollar and the ratio of the buyer's group; exact until it is rounded to
 * hundredths, halves up.
 *
 * @param entered dollars if the site shows dollars, else quota units
 * @throws AppError `self_use_mode`, `online_topup_disabled`, `topup_below_minimum`, `topup_too_low`,
 * `amount_out_of_range`
 */
export function quoteTopup(entered: number, group: string, options: Options): TopupQuote {
  if (options.SelfUseModeEnabled) throw new AppError('self_use_mode')
  if (!isOnlineTopupEnabled(options)) throw new AppError('online_topup_disabled')
  const wanted = parseRatio(String(entered), ENTERED_MAX)
  if (wanted === undefined) throw outOfRange()
  const perUnit = read(options.QuotaPerUnit, ENTERED_MAX)
  const isDollars = options.DisplayInCurrencyEnabled
  const least = read(options.MinTopUp, ENTERED_MAX)
  const minimum = isDollars ? least : (divideHalfUp(least * perUnit, RATIO_SCALE) as Ratio)
  if (wanted < minimum)
    throw new AppError('topup_below_minimum', { values: { min: formatRatio(minimum) }, field: 'amount' })
  const quota = isDollars ? divideHalfUp(wanted * perUnit, RATIO_SCALE) : wanted
  if ((quota * AMOUNT_PER_QUOTA) / RATIO_SCALE > AMOUNT_MAX_PER_OPERATION) throw outOfRange()

  // Each factor is in billionths; for quota units the dollars are a quotient, which is computed last.
  const product = wanted * read(options.Price, ENTERED_MAX) * groupFactor(group, options) * 100n
  const cents = isDollars
    ? divideHalfUp(product, RATIO_SCALE ** 3n)
    : divideHalfUp(product, RATIO_SCALE ** 2n * perUnit)
  if (cents < 1n) throw new AppError('topup_too_low', { field: 'amount' })
  return { cents }
}

/** A group without an entry, and one with 0, pays the plain price. */
function groupFactor(group: string, options: Options): Ratio {
  const text = options.TopupGroupRatio.get(group)
  const factor = text === undefined ? RATIO_ONE : read(text, ENTERED_MAX)
  return factor === 0n ? RATIO_ONE : factor
}

/** Options are judged when they are set, so this is a number. */
function read(text: string | number, max: number): Ratio {
  const value = parseRatio(String(text), max)
  if (value === undefined) throw new AppError('internal', { detail: { text } })
  return value
}

const outOfRange = (): AppError =>
  new AppError('amount_out_of_range', { values: { field: 'amount' }, field: 'amount' })

/** `7300` → `73.00`. */
export const centsText = (cents: bigint): string =>
  `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
