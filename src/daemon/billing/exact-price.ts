import { AMOUNT_MAX_PER_OPERATION, AMOUNT_PER_QUOTA, type Amount } from './amount.ts'
import { type BillableTokens, billableTokens } from './billable-tokens.ts'
import { FACTOR_DECIMALS, type Quote } from './quote.ts'
import { divideHalfUp } from './ratio.ts'
import type { Usage } from './usage.ts'

/** A sum of factors over this is thousandths of a quota unit. */
export const FACTORS_PER_AMOUNT = 10n ** BigInt(FACTOR_DECIMALS) / AMOUNT_PER_QUOTA

/** Exact price in quota units, scaled by 10^27. Never negative. */
export function exactPrice(quote: Quote, usage: Usage): bigint {
  return quote.kind === 'per-call' ? quote.factors.call : exactTokenPrice(quote, billableTokens(usage))
}

function exactTokenPrice(quote: Quote, tokens: BillableTokens): bigint {
  const { factors } = quote
  let sum = BigInt(tokens.input) * factors.input + BigInt(tokens.output) * factors.output
  // Most answers have none of these; the multiplications are what a price costs.
  if (tokens.cacheRead > 0) sum += BigInt(tokens.cacheRead) * factors.cacheRead
  if (tokens.cacheWrite > 0) sum += BigInt(tokens.cacheWrite) * factors.cacheWrite
  if (tokens.audioInput > 0) sum += BigInt(tokens.audioInput) * factors.audioInput
  if (tokens.audioOutput > 0) sum += BigInt(tokens.audioOutput) * factors.audioOutput
  return sum
}

/** The one rounding: half up to a thousandth, and never to nothing what costs something. */
export function roundPrice(exact: bigint): Amount {
  const cost = divideHalfUp(exact, FACTORS_PER_AMOUNT)
  return (cost === 0n && exact > 0n ? 1n : cost) as Amount
}

/** The bound of one operation (rule P11). */
export const clampPrice = (cost: Amount): Amount =>
  cost > AMOUNT_MAX_PER_OPERATION ? AMOUNT_MAX_PER_OPERATION : cost
