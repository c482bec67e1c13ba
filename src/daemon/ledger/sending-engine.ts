import { createKnownQuotes } from './known-quotes.ts'
import type { LedgerEngine } from './operations.ts'
import { type Packed, packOperations, unpackOutcomes } from './wire.ts'

/** An engine in another thread. @param send hands a packed batch over and brings its packed outcomes back */
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
