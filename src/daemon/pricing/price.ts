import type { Amount } from '../money/amount.ts'
import { RATIO_ONE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import type { Usage } from '../protocols/usage.ts'
import { clampPrice, exactPrice, roundPrice } from './exact-price.ts'
import type { Quote } from './quote.ts'

export interface Price {
  readonly cost: Amount
  /**
   * Whether the exact price exceeded what one operation may move (rule P11). Then the bound is charged, and somebody
   * must look into it.
   */
  readonly isClamped: boolean
}

/**
 * What a finished request costs. `explainPrice` shows the calculation. A model priced per call costs its price whatever the
 * usage says. Never throws on inconsistent usage: parts that do not add up are cut back (see `billable-tokens.ts`), so that
 * no answer can cost less than zero.
 *
 * @param units how many times the price per call applies, such as images times their size; for prices per call only
 * @param surcharge dollars on top of either kind of price
 */
export function priceUsage(
  quote: Quote,
  usage: Usage,
  units: Ratio = RATIO_ONE,
  surcharge: Ratio = RATIO_ZERO,
): Price {
  const rounded = roundPrice(exactPrice(quote, usage, units, surcharge))
  const cost = clampPrice(rounded)
  return { cost, isClamped: cost !== rounded }
}
