import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { forwardTime } from './forward-time.ts'
import { ALLOWED, refused, type Verdict } from './local-limiter.ts'
import { createRedisGuard } from './redis-guard.ts'
import { defineTokenWindows } from './redis-token-windows.ts'
import { TokenWindow } from './token-window.ts'

/** A call's share of the tokens that a key may use in a minute. */
export interface TokenShare {
  readonly key: string
  /** Identifies the call. */
  readonly id: string
  readonly limit: number
  /** The estimate that is reserved for the call. */
  readonly reserved: number
}

/**
 * Limits of tokens per minute: an estimate is reserved when a call begins, and replaced by its actual usage when it
 * ends. Without Redis every result is immediate (no promise); with Redis the windows are shared by all daemons.
 */
export interface TokenLimiter {
  /** Checks and reserves in one step. A refused call reserves nothing. */
  reserve(share: TokenShare): Verdict | Promise<Verdict>
  /** Replaces the estimate. @param used tokens; 0 = the call does not count */
  correct(share: TokenShare, used: number): void | Promise<void>
}

export interface TokenLimiterOptions {
  readonly clock: Clock
  readonly redis?: Redis | undefined
  readonly redisTimeoutMs?: number
  /** Called once per outage. */
  readonly onRedisFailure?: (error: unknown) => void
}

export function createTokenLimiter(options: TokenLimiterOptions): TokenLimiter {
  const { clock, redis } = options
  const local = createLocalWindows(clock)
  if (!redis) return local
  const run = defineTokenWindows(redis)
  const guard = createRedisGuard({
    clock,
    redis,
    timeoutMs: options.redisTimeoutMs,
    onFailure: options.onRedisFailure,
  })
  return {
    reserve(share) {
      if (!guard.isUsable()) return local.reserve(share)
      return guard
        .ask(() => run({ ...share, mode: 'reserve', used: 0 }))
        .then((wait) => {
          if (wait === undefined) return local.reserve(share)
          if (wait > 0) return refused(wait)
          // Count this daemon's share locally too, so that an outage does not begin with empty windows.
          local.add(share)
          return ALLOWED
        })
    },
    correct(share, used) {
      local.correct(share, used)
      if (!guard.isUsable()) return
      return guard.ask(() => run({ ...share, mode: 'correct', used })).then(() => undefined)
    },
  }
}

/** Windows checked for eviction with every reservation: enough to visit all of them while their number doubles. */
const SWEEP_PER_CALL = 2

function createLocalWindows(clock: Clock) {
  const windows = new Map<string, TokenWindow>()
  const time = forwardTime(clock)
  let sweep = windows.entries()
  const open = (key: string, now: number): TokenWindow => {
    for (let looked = 0; looked < SWEEP_PER_CALL; looked += 1) {
      const next = sweep.next()
      if (next.done) sweep = windows.entries()
      else if (next.value[1].isIdle(now)) windows.delete(next.value[0])
    }
    const window = windows.get(key) ?? new TokenWindow()
    windows.set(key, window)
    return window
  }
  return {
    reserve({ key, id, limit, reserved }: TokenShare): Verdict {
      const now = time()
      const window = open(key, now)
      const wait = window.waitMs(now, reserved, limit)
      if (wait > 0) return refused(wait)
      window.add(now, id, reserved)
      return ALLOWED
    },
    add({ key, id, reserved }: TokenShare): void {
      const now = time()
      open(key, now).add(now, id, reserved)
    },
    correct({ key, id, reserved }: TokenShare, used: number): void {
      const now = time()
      open(key, now).correct(now, id, { reserved, used })
    },
  }
}
