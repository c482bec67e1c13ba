/** What one daemon counts while it runs: plain numbers, read by `/metrics` and nothing else. */
export interface Meters {
  /** Answers charged and completed, streams and plain. */
  served: number
  /** Streams that did not end as their protocol says. */
  cut: number
  /** Thousandths of a quota unit charged. */
  charged: bigint
  /** Charges above their hold (rule P10); should stay below a thousandth of what is served. */
  overruns: number
  /** Usage figures of upstreams that were not believed (rule P7). */
  usageRejected: number
  /** Answers that say they are from another model than the one that was asked for and priced. */
  otherModels: number
  /** Refusals by error code. */
  readonly refused: Map<string, number>
  /** Wallets found wrong by the running audit; anything but 0 needs somebody to look. */
  ledgerViolations: number
  /** Rows of the usage log that may still be in the form from before they were packed. */
  logRowsToPack: number
}

export const createMeters = (): Meters => ({
  served: 0,
  cut: 0,
  charged: 0n,
  overruns: 0,
  usageRejected: 0,
  otherModels: 0,
  refused: new Map(),
  ledgerViolations: 0,
  logRowsToPack: 0,
})
