import type { Operation, Outcome, QuoteRef } from './operations.ts'

/**
 * How long the texts of a quote are left out once the store is known to have them, by this daemon's clock and by the
 * times of the rows. The cleaner leaves quotes alone that were sent within days (see `call-log/prune-quotes.ts`).
 */
const TRUSTED_MS = 3_600_000
/** Beyond this many, all are sent once more. */
const KNOWN_MAX = 20_000

/** The quotes that the store has, so that their texts go to it once an hour and not with every row. */
export interface KnownQuotes {
  /** Whether the texts can be left out of a row of that time. */
  has(quote: QuoteRef, atMs: number): boolean
  /** Learns from what was committed. */
  learn(operations: readonly Operation[], outcomes: readonly Outcome[]): void
}

/** One for each engine: what another store has says nothing of this one. */
export function createKnownQuotes(now: () => number = Date.now): KnownQuotes {
  const known = new Map<number, { readonly atMs: number; readonly learntMs: number }>()
  const has: KnownQuotes['has'] = ({ id }, atMs) => {
    const sent = known.get(id)
    return sent !== undefined && atMs <= sent.atMs + TRUSTED_MS && now() <= sent.learntMs + TRUSTED_MS
  }
  return {
    has,
    learn(operations, outcomes) {
      operations.forEach((operation, index) => {
        const log = operation.op === 'settle' ? operation.log : null
        if (log?.quote?.texts === undefined || has(log.quote, log.atMs)) return
        const outcome = outcomes[index]
        // A replay wrote nothing.
        if (!outcome?.ok || outcome.replayed) return
        if (known.size >= KNOWN_MAX) known.clear()
        known.set(log.quote.id, { atMs: log.atMs, learntMs: now() })
      })
    },
  }
}
