/** Batches whose times are kept: at full load a few seconds, on an idle site hours. */
const KEPT = 512

/** Commits of this daemon's ledger: their duration, and a notification for each. */
export interface Commits {
  /** 99th percentile of the last batches in milliseconds; undefined before the first. */
  p99Ms(): number | undefined
  /** Called after each commit; must be quick. @returns a function that unsubscribes */
  onCommit(listener: () => void): () => void
  /** @param tookMs from handing the batch to the store to its answer */
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
