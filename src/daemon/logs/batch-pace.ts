/** Charges wait for a batch, so it should be over well before the 50 ms they may have to wait. */
const TARGET_MS = 20
const FIRST = 50
const LEAST = 10

/** What is aimed at. */
export interface PaceLimits {
  /** Rows, however fast the machine is. */
  readonly most: number
  /** Rows, however slow: below this a batch is hardly shorter, because beginning and committing it take their time. */
  readonly least?: number
  /** How long a batch should take; less where it works all day. */
  readonly targetMs?: number
}

/** How many rows the next batch takes. */
export interface BatchPace {
  readonly size: number
  /** @returns the pace after a batch of this size that held the store for this long */
  after(tookMs: number): BatchPace
}

/** Starts small and follows what the machine can do: a batch at most doubles, and shrinks as far as it must at once. */
export const batchPace = (limits: PaceLimits, size = Math.max(FIRST, limits.least ?? LEAST)): BatchPace => ({
  size,
  after: (tookMs) => {
    const { most, least = LEAST, targetMs = TARGET_MS } = limits
    const fitting = Math.floor((size * targetMs) / Math.max(tookMs, 0.1))
    return batchPace(limits, Math.max(least, Math.min(fitting, size * 2, most)))
  },
})
