import type { Amount } from '../money/amount.ts'
import { RATIO_ONE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import type { Usage } from '../protocols/usage.ts'
import { clampPrice, exactPrice, roundPrice } from './exact-price.ts'
import type { Quote } from './quote.ts'

export interface Price {
  readonly cost: Amount
  /**
   * True if the exact price exceeds the largest single operation (rule P11). Then that maximum is charged, and somebody
   * should investigate.
   */
  readonly isClamped: boolean
}

/**
 * Returns the cost of a finished request. `explainPrice` shows the calculation. For a model priced per call the usage
 * does not matter. Never throws on inconsistent usage: parts that do not add up are reduced (see `billable-tokens.ts`),
 * so that no answer costs less than zero.
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
