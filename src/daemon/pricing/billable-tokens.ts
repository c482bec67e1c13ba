import type { Usage } from '../protocols/usage.ts'

/** Largest count that is accepted. The plausibility rule refuses larger ones; this bound protects the arithmetic. */
export const TOKENS_MAX = 2 ** 31

/** Usage split into parts that do not overlap, each with its own ratio. */
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
  /** Output tokens that are neither audio nor image, including reasoning. */
  readonly output: number
  readonly audioOutput: number
  readonly imageOutput: number
}

/**
 * Splits usage into its parts. Details are parts of the two totals, so each is limited to what the ones before it left
 * over: if a vendor states more cached tokens than prompt tokens, the whole prompt counts as cached, and no term
 * becomes negative.
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

/**
 * Makes a count safe to calculate with. NaN, fractions and signs are handled earlier; this is the last line of defence.
 */
const count = (tokens: number): number => (tokens > 0 ? Math.min(Math.ceil(tokens), TOKENS_MAX) : 0)
