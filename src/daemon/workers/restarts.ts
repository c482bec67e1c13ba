/** A worker that ran for this long restarts the count of consecutive ends. */
const STEADY_MS = 10_000
const PAUSE_MS_MIN = 500
const PAUSE_MS_MAX = 30_000
/** Number of consecutive failed starts after which the daemon gives up if no worker serves. */
const FAILURES_MAX = 5

/** Determines when a worker that has ended is restarted. There is one instance per worker. */
export interface Restarts {
  /** Records an end. @param ranMs how long the worker listened; 0 = never. @returns the pause before it is restarted */
  next(ranMs: number): number
  /** Whether its starts have failed so often that another attempt is pointless if no other worker serves. */
  readonly areHopeless: boolean
}

/** Restarts immediately after the first end, then with doubling pauses, so that crashes do not keep a core busy. */
export function createRestarts(): Restarts {
  let endsInARow = 0
  let failures = 0
  return {
    next(ranMs) {
      failures = ranMs > 0 ? 0 : failures + 1
      endsInARow = ranMs >= STEADY_MS ? 1 : endsInARow + 1
      return endsInARow === 1 ? 0 : Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** (endsInARow - 2))
    },
    get areHopeless() {
      return failures >= FAILURES_MAX
    },
  }
}
