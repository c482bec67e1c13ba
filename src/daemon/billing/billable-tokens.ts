import type { Usage } from './usage.ts'

/** Largest count that is believed; the plausibility rule refuses more, arithmetic stops here. */
export const TOKENS_MAX = 2 ** 31

/** A usage cut into parts that do not overlap, each with a ratio of its own. */
export interface BillableTokens {
  /** Prompt tokens at the full price. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly audioInput: number
  /** Output tokens that are not audio, reasoning included. */
  readonly output: number
  readonly audioOutput: number
}

/**
 * Cuts a usage into its parts. Details name parts of the two totals, so each is limited to what the ones before it
 * left over: a vendor that states more cached tokens than prompt tokens gets a whole prompt of cached tokens and
 * never a negative term.
 */
export function billableTokens(usage: Usage): BillableTokens {
  const total = count(usage.inputTokens)
  const cacheRead = Math.min(count(usage.cacheReadTokens), total)
  const cacheWrite = Math.min(count(usage.cacheWriteTokens), total - cacheRead)
  const audioInput = Math.min(count(usage.audioInputTokens), total - cacheRead - cacheWrite)
  const allOutput = count(usage.outputTokens)
  const audioOutput = Math.min(count(usage.audioOutputTokens), allOutput)
  return {
    input: total - cacheRead - cacheWrite - audioInput,
    cacheRead,
    cacheWrite,
    audioInput,
    output: allOutput - audioOutput,
    audioOutput,
  }
}

/** A count one can calculate with; NaN, fractions and signs are dealt with before, this is the last line. */
const count = (tokens: number): number => (tokens > 0 ? Math.min(Math.ceil(tokens), TOKENS_MAX) : 0)
