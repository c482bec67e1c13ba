import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { createRateLimiter } from '../limits/rate-limiter.ts'
import { createTokenLimiter } from '../limits/token-limiter.ts'
import { UncoveredCalls } from '../limits/uncovered-calls.ts'
import type { Counting } from './counting.ts'

/** Counting in this process, and in Redis where there is one. */
export const createCounting = (deps: {
  readonly clock: Clock
  readonly redis: Redis | undefined
}): Counting => ({
  limiter: createRateLimiter(deps),
  tokenLimiter: createTokenLimiter(deps),
  uncovered: new UncoveredCalls(),
})
