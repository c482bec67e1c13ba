import type { Knex } from 'knex'
import type { IdRange } from './cursor.ts'

/**
 * Maximum number of open ranges to consider when a daemon starts to follow; only very many failed batches leave more.
 */
const GAPS_MAX = 500

/** Reads positions and figures for the feed; the rows themselves come from the repository of the logs. */
export const eventsRepository = (db: Knex) => ({
  /** @returns 0 for an empty log */
  async lastId(): Promise<number> {
    const row = await db('usage_logs').orderBy('id', 'desc').first<{ id: number } | undefined>('id')
    return row?.id ?? 0
  },

  /**
   * Returns ranges of ids above `after` and below `last` that no row has: the newest ones, ascending. For PostgreSQL.
   */
  async missingIds(after: number, last: number): Promise<IdRange[]> {
    const pairs = db('usage_logs')
      .where('id', '>', after)
      .where('id', '<=', last)
      .select('id', db.raw('lag(id, 1, ?::bigint) OVER (ORDER BY id) AS preceding', [after]))
    const rows = await db
      .from(pairs.as('pairs'))
      .whereRaw('id > preceding + 1')
      .orderBy('id', 'desc')
      .limit(GAPS_MAX)
      .select<{ id: number; preceding: number }[]>('id', 'preceding')
    return rows.map(({ id, preceding }) => ({ from: preceding + 1, to: id - 1 })).reverse()
  },

  /** Returns the smallest id of the rows since a time. @param fromMs unix milliseconds */
  async firstIdSince(fromMs: number): Promise<number | undefined> {
    const row = await db('usage_logs')
      .where('at_ms', '>=', fromMs)
      .min<{ id: number | null } | undefined>({ id: 'id' })
      .first()
    return row?.id ?? undefined
  },

  /** Counts the stored holds of calls that are running on this site, without those in the memory of a daemon. */
  async countHolds(): Promise<number> {
    const [row] = await db('holds').where({ is_allowance: 0 }).count<{ total: number }[]>({ total: '*' })
    return Number(row?.total ?? 0)
  },
})
