import { multiplyRatios, RATIO_ZERO, type Ratio, ratio } from '../money/ratio.ts'
import { withoutLongPrompt } from './long-prompt.ts'
import { factorsOf } from './price-book.ts'
import { appliedGroupRatio, type Quote } from './quote.ts'

/** Dollars for one image of a model with ratio 1 and no price per image, as gateways of this family charge it. */
const PICTURE_PRICE_PER_RATIO: Ratio = ratio('0.0025')

/**
 * Quotes for images by the quote they are derived from, so that requests that share a quote also share its image quote.
 */
const pictureQuotes = new WeakMap<Quote, Quote>()

/**
 * Returns the quote for images if the upstream states no tokens: a price per image derived from the model's ratio. A
 * price per call stays unchanged.
 */
export function pictureQuote(quote: Quote): Quote {
  if (quote.kind === 'per-call') return quote
  const known = pictureQuotes.get(quote)
  if (known) return known
  const terms = {
    kind: 'per-call',
    basis: quote.basis,
    pricedModel: quote.pricedModel,
    modelPrice: multiplyRatios(PICTURE_PRICE_PER_RATIO, quote.modelRatio),
    modelRatio: RATIO_ZERO,
    completionRatio: RATIO_ZERO,
    cacheRatio: RATIO_ZERO,
    cacheWriteRatio: RATIO_ZERO,
    audioRatio: RATIO_ZERO,
    audioOutputRatio: RATIO_ZERO,
  } as const
  const made: Quote = {
    ...withoutLongPrompt(quote),
    ...terms,
    factors: factorsOf(terms, quote.quotaPerUnit, appliedGroupRatio(quote)),
  }
  pictureQuotes.set(quote, made)
  return made
}
