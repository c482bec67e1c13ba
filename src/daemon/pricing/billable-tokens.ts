import type { Usage } from '../protocols/usage.ts'

/** Largest count that is believed; the plausibility rule refuses more, arithmetic stops here. */
export const TOKENS_MAX = 2 ** 31

/** A usage cut into parts that do not overlap, each with a ratio of its own. */
export interface BillableTokens {
  /** Prompt tokens at the full price. */
  readonly input: number
  readonly cacheRead: number
  /** Written to a cache for minutes. */
  readonly cacheWrite: number
  /** Written to a cache for an hour. */
  readonly cacheWriteHour: number
  readonly audioInput: number
  readonly imageInput: number
  /** Output tokens that are neither audio nor picture, reasoning included. */
  readonly output: number
  readonly audioOutput: number
  readonly imageOutput: number
}

/**
 * Cuts a usage into its parts. Details name parts of the two totals, so each is limited to what the ones before it
 * left over: a vendor that states more cached tokens than prompt tokens gets a whole prompt of cached tokens and
 * never a negative term.
 */
export function billableTokens(usage: Usage): BillableTokens {
  const total = count(usage.inputTokens)
  const cacheRead = Math.min(count(usage.cacheReadTokens), total)
  const written = Math.min(count(usage.cacheWriteTokens), total - cacheRead)
  const cacheWriteHour = Math.min(count(usage.cacheWriteHourTokens), written)
  const fresh = total - cacheRead - written
  const audioInput = Math.min(count(usage.audioInputTokens), fresh)
  const imageInput = Math.min(count(usage.imageInputTokens), fresh - audioInput)
  const allOutput = count(usage.outputTokens)
  const audioOutput = Math.min(count(usage.audioOutputTokens), allOutput)
  const imageOutput = Math.min(count(usage.imageOutputTokens), allOutput - audioOutput)
  return {
    input: fresh - audioInput - imageInput,
    cacheRead,
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    audioInput,
    imageInput,
    output: allOutput - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
  }
}

/** A count one can calculate with; NaN, fractions and signs are dealt with before, this is the last line. */
const count = (tokens: number): number => (tokens > 0 ? Math.min(Math.ceil(tokens), TOKENS_MAX) : 0)
