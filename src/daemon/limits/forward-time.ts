import type { Clock } from '../clock.ts'

/**
 * Returns a clock in milliseconds that only moves forward: setting the system clock back does not move it, so that
 * nobody stays locked out for that many hours.
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
