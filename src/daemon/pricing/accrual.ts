import { estimateStreamedTokens, type StreamedBytes } from '../counting/estimate-tokens.ts'
import { AMOUNT_MAX_PER_OPERATION, type Amount } from '../money/amount.ts'
import { NO_USAGE } from '../protocols/usage.ts'
import { FACTORS_PER_AMOUNT } from './exact-price.ts'
import { priceUsage } from './price.ts'
import type { Quote } from './quote.ts'

/** What is known about an answer that is still growing. */
export interface StreamProgress {
  /** Likely prompt tokens (`likelyTokens` of the text), or what the upstream has already stated. */
  readonly promptTokens: number
  readonly streamed: StreamedBytes
}

/**
 * What a running stream has earned so far: recorded every two seconds, charged only if the daemon dies (rule P9). A
 * model priced per call has earned its price with the first byte.
 */
export function accruedSoFar(quote: Quote, progress: StreamProgress): Amount {
  return priceUsage(quote, {
    ...NO_USAGE,
    inputTokens: progress.promptTokens,
    outputTokens: estimateStreamedTokens(progress.streamed),
  }).cost
}

/**
 * The hold a growing stream needs next: what it has earned plus room for `stepTokens` more output. It is at most what
 * one operation may move; a stream that reaches that ends because the ledger refuses to extend its hold. A price per
 * call needs no room.
 */
export function nextHold(quote: Quote, progress: StreamProgress, stepTokens: number): Amount {
  const room = BigInt(Math.ceil(stepTokens)) * quote.factors.output
  const next = accruedSoFar(quote, progress) + (room + FACTORS_PER_AMOUNT - 1n) / FACTORS_PER_AMOUNT
  return (next > AMOUNT_MAX_PER_OPERATION ? AMOUNT_MAX_PER_OPERATION : next) as Amount
}
