import { estimateStreamedTokens, type StreamedBytes } from '../counting/estimate-tokens.ts'
import type { Amount } from '../money/amount.ts'
import { NO_USAGE } from '../protocols/usage.ts'
import { priceUsage } from './price.ts'
import type { Quote } from './quote.ts'

/** What is known about an answer that is still growing. */
export interface StreamProgress {
  /** Likely prompt tokens. */
  readonly promptTokens: number
  readonly streamed: StreamedBytes
  /** The cap that the upstream was told, over all choices; undefined if none. */
  readonly outputTokensCap?: number | undefined
}

/** Estimates of output may be this many times too high. */
const DOUBT = 3

/**
 * What a running stream likely costs so far: its hold must stay ahead of that. What it has earned if its daemon dies is
 * less, see `earnedSoFar`. A model priced by calls costs its price from the first byte on.
 */
export function likelyCost(quote: Quote, progress: StreamProgress): Amount {
  return priceUsage(quote, {
    ...NO_USAGE,
    inputTokens: progress.promptTokens,
    outputTokens: likelyOutput(progress),
  }).cost
}

/** An answer has no more tokens than its cap, unless it is so long that the upstream certainly ignores it. */
function likelyOutput({ streamed, outputTokensCap: cap }: StreamProgress): number {
  const estimate = estimateStreamedTokens(streamed)
  return cap !== undefined && estimate <= DOUBT * cap ? Math.min(estimate, cap) : estimate
}
