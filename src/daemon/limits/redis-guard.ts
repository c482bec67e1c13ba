import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'

/** Keeps a Redis that is slow or down from holding up requests. */
export interface RedisGuard {
  readonly isUsable: () => boolean
  /** Runs a command. @returns undefined if Redis cannot tell, so that the counts of this process decide */
  ask<Answer>(run: () => Promise<Answer>): Promise<Answer | undefined>
}

export interface RedisGuardOptions {
  readonly clock: Clock
  readonly redis: Redis
  /** A Redis that takes longer is treated like one that is down. */
  readonly timeoutMs?: number | undefined
  /** Called once per outage. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

const TIMEOUT_MS = 100
/** After a failure, Redis is not used for this long, so that an outage delays only an occasional request, not each. */
const PAUSE_MS = 1000

export function createRedisGuard(options: RedisGuardOptions): RedisGuard {
  const { clock, redis, timeoutMs = TIMEOUT_MS } = options
  let pausedUntil = Number.NEGATIVE_INFINITY
  let isFailing = false
  return {
    // If the clock is set back, Redis must not stay paused for hours.
    isUsable() {
      const wait = pausedUntil - clock.now()
      return redis.status === 'ready' && (wait <= 0 || wait > PAUSE_MS)
    },
    async ask(run) {
      try {
        const answer = await inTime(run, timeoutMs)
        isFailing = false
        return answer
      } catch (error) {
        pausedUntil = clock.now() + PAUSE_MS
        if (!isFailing) options.onFailure?.(error)
        isFailing = true
        return undefined
      }
    },
  }
}

/**
 * Rejects if the reply is late, and ignores it when it arrives. In a busy process, the timer may fire before a reply is
 * read that has already arrived, so one more read takes place before giving up.
 */
function inTime<Answer>(run: () => Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`Redis took longer than ${timeoutMs} ms.`))
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
    run()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
