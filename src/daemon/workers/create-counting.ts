import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { createRateLimiter } from '../limits/rate-limiter.ts'
import { createTokenLimiter } from '../limits/token-limiter.ts'
import { UncoveredCalls } from '../limits/uncovered-calls.ts'
import type { Counting } from './counting.ts'

/** Creates counters in this process, and in Redis if configured. */
export const createCounting = (deps: {
  readonly clock: Clock
  readonly redis: Redis | undefined
}): Counting => ({
  limiter: createRateLimiter(deps),
  tokenLimiter: createTokenLimiter(deps),
  uncovered: new UncoveredCalls(),
})
