import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'

/** Clocks of daemons differ, calls end later than others that began after them, and a quote is marked as used hourly. */
const MARGIN_MS = 2 * 86_400_000

/**
 * Deletes quotes that no row refers to any more: those that were used for the last time well before the oldest row of the
 * log. A quote is never used by a row later than it says, so none that is needed goes.
 */
export async function pruneQuotes({
  knex,
  clock,
}: {
  readonly knex: Knex
  readonly clock: Clock
}): Promise<void> {
  const [oldest] = await knex('usage_logs').min<{ at_ms: number | null }[]>({ at_ms: 'at_ms' })
  const fromMs = Math.min(oldest?.at_ms ?? Number.POSITIVE_INFINITY, clock.now())
  await knex('quotes')
    .where('used_ms', '<', fromMs - MARGIN_MS)
    .delete()
}
