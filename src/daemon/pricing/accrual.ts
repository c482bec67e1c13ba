import { estimateStreamedTokens, type StreamedBytes } from '../counting/estimate-tokens.ts'
import type { Amount } from '../money/amount.ts'
import { NO_USAGE } from '../protocols/usage.ts'
import { priceUsage } from './price.ts'
import type { Quote } from './quote.ts'

/** What is known about a response that is still growing. */
export interface StreamProgress {
  /** Likely prompt tokens. */
  readonly promptTokens: number
  readonly streamed: StreamedBytes
  /** The cap sent to the upstream, over all choices; undefined if none. */
  readonly outputTokensCap?: number | undefined
}

/** Estimated output may be too high by up to this factor. */
const DOUBT = 3

/**
 * Returns the likely cost of a running stream so far; its hold must stay above this. The amount charged if the daemon
 * dies is lower, see `earnedSoFar`. A model priced per call costs its price from the first byte on.
 */
export function likelyCost(quote: Quote, progress: StreamProgress): Amount {
  return priceUsage(quote, {
    ...NO_USAGE,
    inputTokens: progress.promptTokens,
    outputTokens: likelyOutput(progress),
  }).cost
}

/**
 * Returns the likely output tokens: at most the cap, unless the answer is so long that the upstream clearly ignores the
 * cap.
 */
function likelyOutput({ streamed, outputTokensCap: cap }: StreamProgress): number {
  const estimate = estimateStreamedTokens(streamed)
  return cap !== undefined && estimate <= DOUBT * cap ? Math.min(estimate, cap) : estimate
}
