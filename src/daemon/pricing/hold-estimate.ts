import { AppError } from '../errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, type Amount } from '../money/amount.ts'
import { RATIO_ONE, type Ratio } from '../money/ratio.ts'
import { exactCallPrice, FACTORS_PER_AMOUNT } from './exact-price.ts'
import { pictureQuote } from './image-price.ts'
import { imageOutputRatio } from './image-token-ratios.ts'
import { factorAt, type Quote } from './quote.ts'

export interface HoldFacts {
  /** See `estimatePromptTokens`. */
  readonly promptTokens: number
  /** The client's cap over all choices; undefined if it set none. */
  readonly outputTokensCap: number | undefined
  /** The option `PreConsumedQuota`: output tokens to assume without a cap. */
  readonly preConsumedQuota: number
  /** Present if the call generates images: how many times the price per call applies (see `media-units.ts`). */
  readonly units?: Ratio | undefined
  /** Output tokens that the images may have, if the upstream may charge by tokens. */
  readonly pictureTokens?: number | undefined
}

/**
 * What to hold before the upstream is called: the most that the request is likely to cost, rounded up. It is at least
 * one thousandth, because a hold is also the record that the request exists; a free model gets it back.
 *
 * @throws AppError `charge_too_large` if the request could cost more than one operation may move
 */
export function estimateHold(quote: Quote, facts: HoldFacts): Amount {
  const exact = exactHold(quote, facts)
  const hold = (exact + FACTORS_PER_AMOUNT - 1n) / FACTORS_PER_AMOUNT
  if (hold > AMOUNT_MAX_PER_OPERATION)
    throw new AppError('charge_too_large', {
      detail: { model: quote.pricedModel, ...facts, units: facts.units?.toString() },
    })
  return (hold < 1n ? 1n : hold) as Amount
}

function exactHold(quote: Quote, facts: HoldFacts): bigint {
  if (quote.kind === 'per-call') return exactCallPrice(quote, facts.units ?? RATIO_ONE)
  const prompt = count(facts.promptTokens) * quote.factors.input
  if (facts.units === undefined)
    return prompt + count(facts.outputTokensCap ?? facts.preConsumedQuota) * quote.factors.output
  // Only the answer shows whether the upstream states tokens, so hold the more expensive of the two.
  const byTokens = prompt + count(facts.pictureTokens ?? 0) * factorAt(quote, imageOutputRatio(quote))
  const byPicture = exactCallPrice(pictureQuote(quote), facts.units)
  return byTokens > byPicture ? byTokens : byPicture
}

const count = (tokens: number): bigint =>
  tokens > 0 ? BigInt(Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER)) : 0n
