/** Charges wait for a batch, so it should be over well before the 50 ms they may have to wait. */
const TARGET_MS = 20
const FIRST = 50
const LEAST = 10

/** How many rows the next batch takes. */
export interface BatchPace {
  readonly size: number
  /** @returns the pace after a batch of this size that held the store for this long */
  after(tookMs: number): BatchPace
}

/**
 * Starts small and follows what the machine can do: a batch at most doubles, and shrinks as far as it must at once.
 *
 * @param most rows, however fast the machine is
 * @param targetMs how long a batch should take; less where it works all day
 */
export const batchPace = (most: number, targetMs = TARGET_MS, size = FIRST): BatchPace => ({
  size,
  after: (tookMs) => {
    const fitting = Math.floor((size * targetMs) / Math.max(tookMs, 0.1))
    return batchPace(most, targetMs, Math.max(LEAST, Math.min(fitting, size * 2, most)))
  },
})
