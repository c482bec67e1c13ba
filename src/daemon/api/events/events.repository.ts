import type { Knex } from 'knex'
import type { IdRange } from './cursor.ts'

/** Open ranges considered when a daemon starts to follow; only very many failed batches leave more. */
const GAPS_MAX = 500

/** What the feed reads besides the rows themselves. */
export const eventsRepository = (db: Knex) => ({
  /** @returns 0 for an empty log */
  async lastId(): Promise<number> {
    const row = await db('usage_logs').orderBy('id', 'desc').first<{ id: number } | undefined>('id')
    return row?.id ?? 0
  },

  /** Ids above `after` and below `last` that no row has, the newest ranges, ascending. For PostgreSQL. */
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

  /** The smallest id of the rows of a time on. @param fromMs unix milliseconds */
  async firstIdSince(fromMs: number): Promise<number | undefined> {
    const row = await db('usage_logs')
      .where('at_ms', '>=', fromMs)
      .min<{ id: number | null } | undefined>({ id: 'id' })
      .first()
    return row?.id ?? undefined
  },

  /** Holds of calls that are running on this site; those in the memory of a daemon are not among them. */
  async countHolds(): Promise<number> {
    const [row] = await db('holds').where({ is_allowance: 0 }).count<{ total: number }[]>({ total: '*' })
    return Number(row?.total ?? 0)
  },
})
