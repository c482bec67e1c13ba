import type { Clock } from '../clock.ts'
import { forwardTime } from './forward-time.ts'
import { SlidingWindow } from './sliding-window.ts'

/** The result of one attempt. */
export interface Verdict {
  readonly isAllowed: boolean
  /** Whole seconds until an attempt can succeed, for `Retry-After`; 0 if it is allowed. */
  readonly retryAfterSeconds: number
}

export const ALLOWED: Verdict = { isAllowed: true, retryAfterSeconds: 0 }

export const refused = (waitMs: number): Verdict => ({
  isAllowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
})

export interface LocalLimiter {
  take(key: string, limit: number, windowMs: number): Verdict
  peek(key: string, limit: number, windowMs: number): Verdict
  add(key: string, limit: number, windowMs: number): void
  /** Removes the newest attempt. @returns whether there was one that counted */
  giveBack(key: string): boolean
  forget(key: string): void
  /** Returns the attempts that count now; never more than the limit they were counted with. */
  count(key: string, windowMs: number): number
  /** Keys held in memory. */
  readonly size: number
}

/** Windows checked for eviction with every attempt. Two are enough to visit all keys while their number doubles. */
const SWEEP_PER_CALL = 2

/**
 * Creates a limiter with sliding windows in this process. Everything is synchronous, so that a check and its addition
 * are one step and the hot path never waits.
 *
 * @param keysMax beyond this, the oldest key is forgotten, so that a flood of keys cannot fill the memory
 */
export function createLocalLimiter(clock: Clock, keysMax = 200_000): LocalLimiter {
  const windows = new Map<string, SlidingWindow>()
  const time = forwardTime(clock)
  let sweep = windows.entries()

  const evict = (now: number): void => {
    for (let looked = 0; looked < SWEEP_PER_CALL; looked++) {
      const next = sweep.next()
      if (next.done) {
        sweep = windows.entries()
        return
      }
      if (next.value[1].isIdle(now)) windows.delete(next.value[0])
    }
  }
  const open = (key: string, windowMs: number): SlidingWindow => {
    const known = windows.get(key)
    if (known) return known
    const oldest = windows.size >= keysMax ? windows.keys().next() : undefined
    if (oldest && !oldest.done) windows.delete(oldest.value)
    const made = new SlidingWindow(windowMs)
    windows.set(key, made)
    return made
  }

  return {
    take(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return ALLOWED
      const now = time()
      evict(now)
      const window = open(key, windowMs)
      const wait = window.waitMs(now, limit, windowMs)
      if (wait > 0) return refused(wait)
      window.add(now, limit, windowMs)
      return ALLOWED
    },
    peek(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return ALLOWED
      const wait = windows.get(key)?.waitMs(time(), limit, windowMs) ?? 0
      return wait > 0 ? refused(wait) : ALLOWED
    },
    add(key, limit, windowMs) {
      if (limit <= 0 || windowMs <= 0) return
      const now = time()
      evict(now)
      open(key, windowMs).add(now, limit, windowMs)
    },
    giveBack(key) {
      return windows.get(key)?.giveBack(time()) ?? false
    },
    forget(key) {
      windows.delete(key)
    },
    count(key, windowMs) {
      return windows.get(key)?.count(time(), windowMs) ?? 0
    },
    get size() {
      return windows.size
    },
  }
}
