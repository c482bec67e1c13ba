/** Counters of a running daemon: plain numbers, read only by `/metrics`. */
export interface Meters {
  /** Responses completed and charged, both streams and plain ones. */
  served: number
  /** Streams that did not end the way their protocol requires. */
  cut: number
  /** Thousandths of a quota unit charged. */
  charged: bigint
  /** Charges that exceeded their hold (rule P10); should stay below a thousandth of the served responses. */
  overruns: number
  /** Usage figures from upstreams that were rejected as implausible (rule P7). */
  usageRejected: number
  /** Responses that name another model than the one that was requested and priced. */
  otherModels: number
  /** Refusals by error code. */
  readonly refused: Map<string, number>
  /** Wallets that the running audit found to be wrong; anything but 0 needs attention. */
  ledgerViolations: number
  /** Rows of the usage log that may still have the format from before they were packed. */
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
