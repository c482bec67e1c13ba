import type { Operation, Outcome, QuoteRef } from './operations.ts'

/**
 * How long the texts of a quote are left out once the database is known to have them, by this daemon's clock and by the
 * times of the rows. The cleanup job keeps quotes that were sent within the last days (see `call-log/prune-quotes.ts`).
 */
const TRUSTED_MS = 3_600_000
/** Beyond this many known quotes, all are forgotten and sent again. */
const KNOWN_MAX = 20_000

/** Remembers the quotes that the database has, so that their texts are sent once an hour and not with every row. */
export interface KnownQuotes {
  /** Reports whether the texts can be left out of a row with that time. */
  has(quote: QuoteRef, atMs: number): boolean
  /** Remembers the quotes of committed operations. */
  learn(operations: readonly Operation[], outcomes: readonly Outcome[]): void
}

/** Creates the record for one engine. Each database needs its own. */
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
        // A repeated operation wrote nothing.
        if (!outcome?.ok || outcome.replayed) return
        if (known.size >= KNOWN_MAX) known.clear()
        known.set(log.quote.id, { atMs: log.atMs, learntMs: now() })
      })
    },
  }
}
