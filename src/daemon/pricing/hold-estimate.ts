import { AppError } from '../errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, type Amount } from '../money/amount.ts'
import { RATIO_ONE, type Ratio } from '../money/ratio.ts'
import { exactCallPrice, FACTORS_PER_AMOUNT } from './exact-price.ts'
import { pictureQuote } from './image-price.ts'
import { imageOutputRatio } from './image-token-ratios.ts'
import { longPromptOf, times } from './long-prompt.ts'
import { type Factors, factorAt, type Quote } from './quote.ts'

export interface HoldFacts {
  /** See `estimatePromptTokens`. */
  readonly promptTokens: number
  /** The client's cap over all choices; undefined if it set none. */
  readonly outputTokensCap: number | undefined
  /** The option `PreConsumedQuota`: output tokens to assume if there is no cap. */
  readonly preConsumedQuota: number
  /** Present if the call generates images: how many times the price per call applies (see `media-units.ts`). */
  readonly units?: Ratio | undefined
  /** Output tokens that the images may have, if the upstream may charge by tokens. */
  readonly pictureTokens?: number | undefined
}

/**
 * Returns the amount to hold before the upstream is called: the most that the request is likely to cost, rounded up. It
 * is at least one thousandth, because the hold also records that the request exists; for a free model it is released.
 *
 * @throws AppError `charge_too_large` if the possible cost exceeds the largest single operation
 */
export function estimateHold(quote: Quote, facts: HoldFacts): Amount {
  const hold = roundedHold(quote, facts)
  if (hold > AMOUNT_MAX_PER_OPERATION)
    throw new AppError('charge_too_large', {
      detail: { model: quote.pricedModel, ...facts, units: facts.units?.toString() },
    })
  return hold as Amount
}

/**
 * Returns the amounts to hold if the answer has no cap: the price of the longest answer of the model, and the minimum
 * that is needed to begin. A hold in between covers a shorter answer, see {@link coveredOutputTokens}.
 *
 * @param outputTokensMax over all choices
 * @throws AppError `charge_too_large` if even the minimum exceeds the largest single operation
 */
export function estimateOpenHold(
  quote: Quote,
  facts: Omit<HoldFacts, 'outputTokensCap'>,
  outputTokensMax: number,
): { readonly amount: Amount; readonly least: Amount } {
  const { promptTokens, preConsumedQuota, units, pictureTokens } = facts
  const capped = (outputTokensCap: number): HoldFacts => ({
    promptTokens,
    outputTokensCap,
    preConsumedQuota,
    units,
    pictureTokens,
  })
  const leastTokens = Math.max(preConsumedQuota, OUTPUT_TOKENS_MIN)
  const least = estimateHold(quote, capped(leastTokens))
  const longest = roundedHold(quote, capped(Math.max(leastTokens, outputTokensMax)))
  return {
    amount: (longest > AMOUNT_MAX_PER_OPERATION ? AMOUNT_MAX_PER_OPERATION : longest) as Amount,
    least,
  }
}

/** Returns the output tokens that a hold covers in addition to the prompt. */
export function coveredOutputTokens(quote: Quote, hold: Amount, promptTokens: number): number {
  const { input, output } = factorsFor(quote, promptTokens)
  if (output === 0n) return Number.MAX_SAFE_INTEGER
  const rest = hold * FACTORS_PER_AMOUNT - count(promptTokens) * input
  return rest > 0n ? Number(rest / output) : 0
}

/** Returns the prices of tokens for a prompt of this length. */
function factorsFor(quote: Quote, promptTokens: number): Pick<Factors, 'input' | 'output'> {
  const { factors } = quote
  const long = longPromptOf(quote, promptTokens)
  return long === undefined
    ? factors
    : { input: times(factors.input, long.input), output: times(factors.output, long.output) }
}

/** The smallest cap that OpenAI's Responses API accepts; no other API has a higher minimum. */
const OUTPUT_TOKENS_MIN = 16

/** Returns the price to hold, at least one thousandth. */
function roundedHold(quote: Quote, facts: HoldFacts): bigint {
  const hold = (exactHold(quote, facts) + FACTORS_PER_AMOUNT - 1n) / FACTORS_PER_AMOUNT
  return hold < 1n ? 1n : hold
}

function exactHold(quote: Quote, facts: HoldFacts): bigint {
  if (quote.kind === 'per-call') return exactCallPrice(quote, facts.units ?? RATIO_ONE)
  const { input, output } = factorsFor(quote, facts.promptTokens)
  const prompt = count(facts.promptTokens) * input
  if (facts.units === undefined)
    return prompt + count(facts.outputTokensCap ?? facts.preConsumedQuota) * output
  // Only the answer shows whether the upstream states tokens, so hold the more expensive of the two.
  const byTokens = prompt + count(facts.pictureTokens ?? 0) * factorAt(quote, imageOutputRatio(quote))
  const byPicture = exactCallPrice(pictureQuote(quote), facts.units)
  return byTokens > byPicture ? byTokens : byPicture
}

const count = (tokens: number): bigint =>
  tokens > 0 ? BigInt(Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER)) : 0n
