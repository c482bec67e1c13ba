/** Charges wait for a batch, so it should take much less than the 50 ms that they may have to wait. */
const TARGET_MS = 20
const FIRST = 50
const LEAST = 10

/** Limits of the size of a batch. */
export interface PaceLimits {
  /** The maximum number of rows, however fast the machine is. */
  readonly most: number
  /**
   * The minimum number of rows, even on a slow machine. A smaller batch would hardly be faster, because the transaction
   * itself takes time.
   */
  readonly least?: number
  /** How long a batch should take; less for batches that run all day. */
  readonly targetMs?: number
}

/** The number of rows of the next batch. */
export interface BatchPace {
  readonly size: number
  /** @returns the pace after a batch of this size that held the store for this long */
  after(tookMs: number): BatchPace
}

/**
 * Starts small and adapts to the machine: the next batch is at most twice as large, and after a slow one as small as
 * necessary.
 */
export const batchPace = (limits: PaceLimits, size = Math.max(FIRST, limits.least ?? LEAST)): BatchPace => ({
  size,
  after: (tookMs) => {
    const { most, least = LEAST, targetMs = TARGET_MS } = limits
    const fitting = Math.floor((size * targetMs) / Math.max(tookMs, 0.1))
    return batchPace(limits, Math.max(least, Math.min(fitting, size * 2, most)))
  },
})
