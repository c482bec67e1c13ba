import { divideHalfUp, divideRatios, RATIO_ONE, type Ratio, ratio } from '../money/ratio.ts'
import { withoutLongPrompt } from './long-prompt.ts'
import { factorsOf } from './price-book.ts'
import type { Quote } from './quote.ts'

/**
 * The price of a request in a batch, as a fraction of its usual price.
 *
 * - OpenAI: 50 %, https://developers.openai.com/api/docs/guides/batch (2026-11)
 * - Anthropic: 50 %, https://platform.claude.com/docs/en/build-with-claude/batch-processing (2026-11)
 * - Google: 50 %, https://ai.google.dev/gemini-api/docs/batch-api (2026-11)
 */
export const BATCH_RATIO: Ratio = ratio('0.5')

/**
 * Undoes the discount of {@link batchQuote} for extras that vendors do not discount. @param dollars at the usual price
 */
export const undiscounted = (dollars: Ratio): Ratio => divideRatios(dollars, BATCH_RATIO)

/**
 * Returns the price of the same model in a batch. Its group ratio is reduced, and the log shows the reduced ratio. Long
 * prompts cost no more, because the tokens of all answers are added up.
 */
export function batchQuote(quote: Quote): Quote {
  const reduced = (group: Ratio): Ratio => divideHalfUp(group * BATCH_RATIO, RATIO_ONE) as Ratio
  const { userGroupRatio } = quote
  const groupRatio = reduced(quote.groupRatio)
  const ownRatio = userGroupRatio === undefined ? undefined : reduced(userGroupRatio)
  return {
    ...withoutLongPrompt(quote),
    groupRatio,
    userGroupRatio: ownRatio,
    factors: factorsOf(quote, quote.quotaPerUnit, ownRatio ?? groupRatio),
  }
}
