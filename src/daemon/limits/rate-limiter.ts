import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { ALLOWED, createLocalLimiter, refused, type Verdict } from './local-limiter.ts'
import { createRedisGuard } from './redis-guard.ts'
import { defineWindows, type WindowMode } from './redis-windows.ts'

export type { Verdict } from './local-limiter.ts'

/**
 * Sliding-window limits by key. A limit or window of 0 = unlimited. Without Redis every result is immediate (no
 * promise); with Redis the windows are shared by all daemons.
 */
export interface RateLimiter {
  /** Checks and counts in one step. A refused attempt is not counted, so it does not prolong the refusal. */
  take(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>
  /** Checks without counting, for attempts that count only if they succeed. */
  peek(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>
  /** Counts without checking. */
  add(key: string, limit: number, windowMs: number): void | Promise<void>
  /** Removes the newest attempt, which turned out not to count towards the limit. */
  giveBack(key: string): void | Promise<void>
  /** Resets the key's window, on every daemon that shares it. */
  forget(key: string): void | Promise<void>
}

export interface RateLimiterOptions {
  readonly clock: Clock
  readonly redis?: Redis | undefined
  /** A Redis that takes longer is treated like one that is down. */
  readonly redisTimeoutMs?: number
  /** Called once per outage. */
  readonly onRedisFailure?: (error: unknown) => void
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const local = createLocalLimiter(options.clock)
  const { redis } = options
  if (!redis) return { ...local, giveBack: (key) => void local.giveBack(key) }
  // Attempts counted while Redis was unreachable. They are subtracted from the limit that Redis checks. If a reply was
  // late, both may have counted: too strict is better than letting more guesses pass.
  const untold = createLocalLimiter(options.clock)
  const windows = defineWindows(redis)
  const { ask, isUsable } = createRedisGuard({
    clock: options.clock,
    redis,
    timeoutMs: options.redisTimeoutMs,
    onFailure: options.onRedisFailure,
  })
  /** @returns milliseconds to wait; undefined = Redis cannot tell, so the local windows decide */
  const askRedis = (key: string, limit: number, windowMs: number, mode: WindowMode) =>
    ask(() => windows(key, limit, windowMs, mode))

  const takeHere = (key: string, limit: number, windowMs: number): Verdict => {
    const verdict = local.take(key, limit, windowMs)
    if (verdict.isAllowed) untold.add(key, limit, windowMs)
    return verdict
  }

  return {
    take(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return ALLOWED
      if (!isUsable()) return takeHere(key, limit, windowMs)
      const room = untold.peek(key, limit, windowMs)
      if (!room.isAllowed) return room
      return askRedis(key, limit - untold.count(key, windowMs), windowMs, 'take').then((wait) => {
        if (wait === undefined) return takeHere(key, limit, windowMs)
        if (wait > 0) return refused(wait)
        // Count this daemon's share locally too, so that an outage does not begin with empty windows.
        local.add(key, limit, windowMs)
        return ALLOWED
      })
    },
    peek(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return ALLOWED
      if (!isUsable()) return local.peek(key, limit, windowMs)
      const room = untold.peek(key, limit, windowMs)
      if (!room.isAllowed) return room
      return askRedis(key, limit - untold.count(key, windowMs), windowMs, 'peek').then((wait) => {
        if (wait === undefined) return local.peek(key, limit, windowMs)
        return wait > 0 ? refused(wait) : ALLOWED
      })
    },
    add(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return
      local.add(key, limit, windowMs)
      if (!isUsable()) return untold.add(key, limit, windowMs)
      return askRedis(key, limit, windowMs, 'add').then((done) => {
        if (done === undefined) untold.add(key, limit, windowMs)
      })
    },
    giveBack(key) {
      local.giveBack(key)
      if (untold.giveBack(key) || !isUsable()) return
      return askRedis(key, 0, 0, 'give-back').then(() => undefined)
    },
    forget(key) {
      local.forget(key)
      untold.forget(key)
      // Do this during a pause as well, or else Redis would restore its count after the pause.
      if (redis.status !== 'ready') return
      return askRedis(key, 0, 0, 'forget').then(() => undefined)
    },
  }
}
