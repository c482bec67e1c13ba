import { AMOUNT_MAX_PER_OPERATION, AMOUNT_PER_QUOTA, type Amount } from '../money/amount.ts'
import { divideHalfUp, RATIO_ONE, RATIO_SCALE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import type { Usage } from '../protocols/usage.ts'
import { type BillableTokens, billableTokens } from './billable-tokens.ts'
import { imageInputRatio, imageOutputRatio } from './image-token-ratios.ts'
import { longPromptOf, times } from './long-prompt.ts'
import { appliedGroupRatio, FACTOR_DECIMALS, factorAt, type Quote } from './quote.ts'

/** Dividing a sum of factors by this gives thousandths of a quota unit. */
export const FACTORS_PER_AMOUNT = 10n ** BigInt(FACTOR_DECIMALS) / AMOUNT_PER_QUOTA

/*
 * A token written to Anthropic's cache for an hour costs 1.6 times one written for five minutes (2 and 1.25 times a fresh
 * one). It is a multiple of the write ratio, so that it follows changes of that ratio.
 */
export const HOUR_OVER_MINUTES = { numerator: 8n, denominator: 5n } as const

/**
 * Returns the exact price in quota units, scaled by 10^27. Never negative.
 *
 * @param units how many times the price per call applies (see `media-units.ts`); ignored for prices per token
 * @param surcharge dollars added on top, for example for searches that the upstream made (see `tool-charges.ts`)
 */
export function exactPrice(
  quote: Quote,
  usage: Usage,
  units: Ratio = RATIO_ONE,
  surcharge: Ratio = RATIO_ZERO,
): bigint {
  const base = quote.kind === 'per-call' ? exactCallPrice(quote, units) : exactTokenPrice(quote, usage)
  return surcharge === 0n ? base : base + surcharge * quote.quotaPerUnit * appliedGroupRatio(quote)
}

/** Returns the price per call times the units. The division only drops digits below the 27th decimal. */
export const exactCallPrice = (quote: Quote, units: Ratio): bigint =>
  units === RATIO_ONE ? quote.factors.call : (quote.factors.call * units) / RATIO_SCALE

function exactTokenPrice(quote: Quote, usage: Usage): bigint {
  const tokens = billableTokens(usage)
  const prompt = exactPromptPrice(quote, tokens)
  const output = exactOutputPrice(quote, tokens)
  const long = longPromptOf(quote, usage.inputTokens)
  return long === undefined ? prompt + output : times(prompt, long.input) + times(output, long.output)
}

// Most responses have only plain input and output, and the multiplications are the expensive part.
function exactPromptPrice(quote: Quote, tokens: BillableTokens): bigint {
  const { factors } = quote
  let sum = BigInt(tokens.input) * factors.input
  if (tokens.cacheRead > 0) sum += BigInt(tokens.cacheRead) * factors.cacheRead
  if (tokens.cacheWrite > 0) sum += BigInt(tokens.cacheWrite) * factors.cacheWrite
  if (tokens.cacheWriteHour > 0)
    sum +=
      (BigInt(tokens.cacheWriteHour) * factors.cacheWrite * HOUR_OVER_MINUTES.numerator) /
      HOUR_OVER_MINUTES.denominator
  if (tokens.audioInput > 0) sum += BigInt(tokens.audioInput) * factors.audioInput
  if (tokens.imageInput > 0) sum += BigInt(tokens.imageInput) * factorAt(quote, imageInputRatio(quote))
  return sum
}

function exactOutputPrice(quote: Quote, tokens: BillableTokens): bigint {
  const { factors } = quote
  let sum = BigInt(tokens.output) * factors.output
  if (tokens.audioOutput > 0) sum += BigInt(tokens.audioOutput) * factors.audioOutput
  if (tokens.imageOutput > 0) sum += BigInt(tokens.imageOutput) * factorAt(quote, imageOutputRatio(quote))
  return sum
}

/**
 * Rounds a price, which happens only once: half up to a thousandth, and never to zero if the exact price is above zero.
 */
export function roundPrice(exact: bigint): Amount {
  const cost = divideHalfUp(exact, FACTORS_PER_AMOUNT)
  return (cost === 0n && exact > 0n ? 1n : cost) as Amount
}

/** Limits a price to the largest single operation (rule P11). */
export const clampPrice = (cost: Amount): Amount =>
  cost > AMOUNT_MAX_PER_OPERATION ? AMOUNT_MAX_PER_OPERATION : cost
