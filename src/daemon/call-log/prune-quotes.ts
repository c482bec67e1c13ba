import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'

/**
 * Allows for clock differences between daemons, calls that outlast later ones, and quotes being marked as used only
 * hourly.
 */
const MARGIN_MS = 2 * 86_400_000

/**
 * Deletes quotes that no row refers to anymore: those last used well before the oldest row of the log. No row is newer
 * than the recorded last use of its quote, so no quote that is still needed is deleted.
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
