import type { Amount } from '../money/amount.ts'
import { RATIO_ONE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import type { Usage } from '../protocols/usage.ts'
import { clampPrice, exactPrice, roundPrice } from './exact-price.ts'
import { explainPrice } from './price-explanation.ts'
import type { Quote } from './quote.ts'

export interface Price {
  readonly cost: Amount
  /** The exact price was beyond what one operation may move (rule P11): charged is the bound, somebody must look. */
  readonly isClamped: boolean
  /** The derivation in one line. Written when read, because most prices are never looked at. */
  readonly formula: string
}

/**
 * What a finished request costs. A model priced by calls costs its price whatever the usage says. Never throws on odd
 * usage: parts that do not add up are cut back (see `billable-tokens.ts`), so that no answer can cost less than zero.
 *
 * @param units how many prices per call the call is worth, such as pictures times their size; for prices per call only
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
  return {
    cost,
    isClamped: cost !== rounded,
    get formula() {
      return explainPrice(quote, usage, units, surcharge).line
    },
  }
}
