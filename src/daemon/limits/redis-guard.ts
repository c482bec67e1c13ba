import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'

/** Keeps a Redis that is slow or down from holding up requests. */
export interface RedisGuard {
  readonly isUsable: () => boolean
  /** @returns undefined when Redis cannot say: what this process counted decides */
  ask<Answer>(run: () => Promise<Answer>): Promise<Answer | undefined>
}

export interface RedisGuardOptions {
  readonly clock: Clock
  readonly redis: Redis
  /** A Redis that takes longer is treated like one that is down. */
  readonly timeoutMs?: number | undefined
  /** Told once per outage. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

const TIMEOUT_MS = 100
/** After a failure Redis is left alone for this long, so that an outage costs one request in a while, not each. */
const PAUSE_MS = 1000

export function createRedisGuard(options: RedisGuardOptions): RedisGuard {
  const { clock, redis, timeoutMs = TIMEOUT_MS } = options
  let pausedUntil = Number.NEGATIVE_INFINITY
  let isFailing = false
  return {
    // A clock set back must not keep Redis paused for hours.
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
 * Rejects if the answer is late, and ignores it when it comes. In a busy process the timer may fire before an answer is read
 * that has already arrived, so we read once more before we give up.
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
