/**
 * The tokens that a call consumed. All counts are non-negative integers. `inputTokens` includes cache reads and cache
 * writes, `outputTokens` includes reasoning; the other fields are parts of these two, never additions. Add usages with
 * {@link addUsage}, so that no other code has to list the fields.
 */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /** Tokens written to the cache, whatever their lifetime. */
  readonly cacheWriteTokens: number
  /** The part of `cacheWriteTokens` that is kept for an hour (Anthropic). */
  readonly cacheWriteHourTokens: number
  readonly reasoningTokens: number
  readonly audioInputTokens: number
  readonly audioOutputTokens: number
  readonly imageInputTokens: number
  readonly imageOutputTokens: number
}

/**
 * The source of the numbers: stated by the upstream, stated before the answer broke off, counted by the gateway because
 * the upstream said nothing (or something implausible), or the amount that a daemon had accrued when it died.
 */
export type UsageSource = 'upstream' | 'upstream-partial' | 'counted' | 'held'

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteHourTokens: 0,
  reasoningTokens: 0,
  audioInputTokens: 0,
  audioOutputTokens: 0,
  imageInputTokens: 0,
  imageOutputTokens: 0,
}

/** The names of all counts, for code that treats them alike. */
export const USAGE_FIELDS = Object.keys(NO_USAGE) as readonly (keyof Usage)[]

/** Adds the usage of several calls of one request. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Record<keyof Usage, number> = { ...a }
  for (const field of USAGE_FIELDS) sum[field] += b[field]
  return sum
}
