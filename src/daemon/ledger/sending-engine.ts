import { createKnownQuotes } from './known-quotes.ts'
import type { LedgerEngine } from './operations.ts'
import { type Packed, packOperations, unpackOutcomes } from './wire.ts'

/** Creates an engine that runs in another thread. @param send sends a packed batch and returns its packed outcomes */
export function sendingEngine(send: (operations: Packed) => Promise<Packed>): LedgerEngine {
  const known = createKnownQuotes()
  return {
    async apply(operations) {
      const outcomes = unpackOutcomes(await send(packOperations(operations, known)))
      known.learn(operations, outcomes)
      return outcomes
    },
  }
}
