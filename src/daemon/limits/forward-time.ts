import type { Clock } from '../clock.ts'

/**
 * Milliseconds that only move forward: a clock that is set back counts as standing still, so that nobody stays locked out
 * for the hours it was set back by.
 */
export function forwardTime(clock: Clock): () => number {
  let lastNow = clock.now()
  let elapsed = 0
  return () => {
    const now = clock.now()
    elapsed += Math.max(0, now - lastNow)
    lastNow = now
    return elapsed
  }
}
