/**
 * What a call consumed. All counts are tokens, non-negative integers. `inputTokens` includes cache reads and cache
 * writes, `outputTokens` includes reasoning; the details name parts of those two, never additions to them.
 */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
  readonly audioInputTokens: number
  readonly audioOutputTokens: number
}

/**
 * Where the numbers came from: stated by the upstream, stated before the answer broke off, counted here because the
 * upstream said nothing (or something implausible), or the amount a dead daemon had accrued.
 */
export type UsageSource = 'upstream' | 'upstream-partial' | 'counted' | 'held'

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  audioInputTokens: 0,
  audioOutputTokens: 0,
}
