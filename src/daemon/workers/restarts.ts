/** A worker that ran for this long was not lost in a row with others. */
const STEADY_MS = 10_000
const PAUSE_MS_MIN = 500
const PAUSE_MS_MAX = 30_000
/** Starts in a row that may fail while no worker serves. */
const FAILURES_MAX = 5

/** When a worker that ended is started again. One for each worker. */
export interface Restarts {
  /** @param ranMs how long it listened; 0 = it never came to that. @returns the pause before it is started again */
  next(ranMs: number): number
  /** Whether its starts have failed so often that trying again makes no sense if nobody else serves. */
  readonly areHopeless: boolean
}

/** At once after the first end, then with pauses that double: a worker that dies at once must not keep a core busy. */
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
