/** Number of batches whose durations are kept: a few seconds under full load, hours on an idle site. */
const KEPT = 512

/** Measures the commits of this daemon's ledger and notifies listeners of each. */
export interface Commits {
  /** Returns the 99th percentile of the last batches in milliseconds; undefined before the first. */
  p99Ms(): number | undefined
  /** Calls `listener` after each commit; it must be quick. @returns a function that unsubscribes */
  onCommit(listener: () => void): () => void
  /** @param tookMs time from handing the batch to the engine until its answer */
  note(tookMs: number): void
}

export function createCommits(): Commits {
  const times = new Float64Array(KEPT)
  const listeners = new Set<() => void>()
  let count = 0
  return {
    p99Ms() {
      const kept = Math.min(count, KEPT)
      if (kept === 0) return undefined
      return times.slice(0, kept).sort()[Math.ceil(kept * 0.99) - 1]
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    note(tookMs) {
      times[count % KEPT] = tookMs
      count += 1
      for (const listener of listeners) listener()
    },
  }
}
