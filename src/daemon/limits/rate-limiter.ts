import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { ALLOWED, createLocalLimiter, refused, type Verdict } from './local-limiter.ts'
import { createRedisGuard } from './redis-guard.ts'
import { defineWindows, type WindowMode } from './redis-windows.ts'

export type { Verdict } from './local-limiter.ts'

/**
 * Sliding-window limits by key. A limit or window of 0 = unlimited. Without Redis every answer is immediate (no
 * promise); with Redis it is shared by all daemons.
 */
export interface RateLimiter {
  /** Checks and counts in one step. A refused attempt is not counted, so it does not prolong the refusal. */
  take(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>
  /** Checks only: for what is counted when it has succeeded. */
  peek(key: string, limit: number, windowMs: number): Verdict | Promise<Verdict>
  /** Counts only. */
  add(key: string, limit: number, windowMs: number): void | Promise<void>
  /** Takes back the newest attempt that was counted: it was none that the limit is for. */
  giveBack(key: string): void | Promise<void>
  /** Resets the key's window, on every daemon that shares it. */
  forget(key: string): void | Promise<void>
}

export interface RateLimiterOptions {
  readonly clock: Clock
  readonly redis?: Redis | undefined
  /** A Redis that takes longer is treated like one that is down. */
  readonly redisTimeoutMs?: number
  /** Told once per outage. */
  readonly onRedisFailure?: (error: unknown) => void
}

export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const local = createLocalLimiter(options.clock)
  const { redis } = options
  if (!redis) return { ...local, giveBack: (key) => void local.giveBack(key) }
  // What this daemon counted while Redis could not be told. Redis is asked for what then remains of the limit. When an answer
  // was late, both may have counted: too strict is better than a brake that lets more guesses pass.
  const untold = createLocalLimiter(options.clock)
  const windows = defineWindows(redis)
  const { ask, isUsable } = createRedisGuard({
    clock: options.clock,
    redis,
    timeoutMs: options.redisTimeoutMs,
    onFailure: options.onRedisFailure,
  })
  /** @returns milliseconds to wait; undefined = Redis cannot say, the local windows decide */
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
        // This daemon's own share, so that an outage does not begin with empty windows.
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
      // Also while Redis is left alone: what it has counted would otherwise be back after the pause.
      if (redis.status !== 'ready') return
      return askRedis(key, 0, 0, 'forget').then(() => undefined)
    },
  }
}
