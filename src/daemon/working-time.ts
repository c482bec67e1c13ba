const TICK_MS = 25
/** A tick counts for at most this long, however late it is. */
const TICK_MS_MAX = 2 * TICK_MS
/** The longest total time for which the clock stops while a charge is being computed. */
const HELD_MS_MAX = 10_000

/**
 * A clock for limiting the time of work that must not be given up only because the machine is busy. It runs slower than
 * the wall clock while this process gets little CPU time, and stops, for some seconds at most, while `isHeld` returns
 * true.
 */
export interface WorkingTime {
  now(): number
  /** Resolves with false once the clock shows this time. Never resolves after `signal` has been aborted. */
  until(ms: number, signal: AbortSignal): Promise<false>
  stop(): void
}

/** Starts the clock at 0. It keeps the process running until it is stopped. */
export function startWorkingTime(isHeld: () => boolean): WorkingTime {
  const waiting = new Set<{ readonly ms: number; readonly resolve: () => void }>()
  let now = 0
  let heldMs = 0
  let tickedMs = performance.now()
  const tick = setInterval(() => {
    const ms = Math.min(performance.now() - tickedMs, TICK_MS_MAX)
    tickedMs = performance.now()
    if (isHeld() && heldMs < HELD_MS_MAX) {
      heldMs += ms
      return
    }
    now += ms
    for (const each of waiting) if (each.ms <= now) each.resolve()
  }, TICK_MS)
  return {
    now: () => now,
    until: (ms, signal) =>
      new Promise((resolve) => {
        const wait = { ms, resolve: () => resolve(false) }
        waiting.add(wait)
        signal.addEventListener('abort', () => waiting.delete(wait), { once: true })
      }),
    stop: () => clearInterval(tick),
  }
}
