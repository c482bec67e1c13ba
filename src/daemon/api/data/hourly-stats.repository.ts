import type { Knex } from 'knex'
import { inSnapshot } from '../../db/snapshot.ts'
import { totalledUpTo } from '../../logs/total-hours.ts'

/** Consumption of one model in one hour. `quota` is in thousandths of a quota unit. */
export interface HourlyStat {
  readonly model: string
  /** Unix seconds of the beginning of the hour. */
  readonly hourTime: number
  readonly requests: number
  readonly quota: bigint
  readonly tokens: number
}

interface SumRow {
  model: string
  hour_time: number
  requests: string
  quota: string
  tokens: string
}

const sum = (column: string): string => `CAST(sum(${column}) AS TEXT) AS ${column}`

/**
 * Rows of `hourly_stats`; the ledger writes them with each charge. For all users together, hours that are over are read
 * from `hourly_totals`. Times are unix seconds.
 */
export const hourlyStatsRepository = (db: Knex) => ({
  /** By hour, then model, both ends inclusive. @param userId undefined = all users added up */
  list: (userId: number | undefined, from: number, until: number): Promise<HourlyStat[]> =>
    inSnapshot(db, async (trx) => {
      const rows: SumRow[] = await statsOf(trx, userId, { from, before: until + 1 }, (query) =>
        query
          .groupBy('hour_time', 'model')
          .select('hour_time', 'model', ...columns.map((each) => trx.raw(sum(each)))),
      )
      return rows
        .map((row) => ({
          model: row.model,
          hourTime: Number(row.hour_time),
          requests: Number(row.requests),
          quota: BigInt(row.quota),
          tokens: Number(row.tokens),
        }))
        .sort((a, b) => a.hourTime - b.hourTime || (a.model < b.model ? -1 : 1))
    }),

  /** Everything from `from` until before `before`. @param userId undefined = all users added up */
  sum: (
    userId: number | undefined,
    from: number,
    before: number,
  ): Promise<{ readonly requests: number; readonly quota: bigint; readonly tokens: number }> =>
    inSnapshot(db, async (trx) => {
      const rows: Record<(typeof columns)[number], string | null>[] = await statsOf(
        trx,
        userId,
        { from, before },
        (query) => query.select(columns.map((each) => trx.raw(sum(each)))),
      )
      return {
        requests: rows.reduce((total, row) => total + Number(row.requests ?? 0), 0),
        quota: rows.reduce((total, row) => total + BigInt(row.quota ?? 0), 0n),
        tokens: rows.reduce((total, row) => total + Number(row.tokens ?? 0), 0),
      }
    }),

  /** @param before unix seconds, exclusive */
  async quotaOfUser(userId: number, from: number, before: number): Promise<bigint> {
    const [row] = await db('hourly_stats')
      .where({ user_id: userId })
      .where('hour_time', '>=', from)
      .where('hour_time', '<', before)
      .select<{ quota: string | null }[]>(db.raw(sum('quota')))
    return BigInt(row?.quota ?? 0)
  },

  async findUser(username: string): Promise<number | undefined> {
    const row = await db('users').where({ username }).first<{ id: number } | undefined>('id')
    return row?.id
  },
})

const columns = ['requests', 'quota', 'tokens'] as const

/** Asks each table for the hours that it is asked about. */
async function statsOf<Row>(
  db: Knex,
  userId: number | undefined,
  { from, before }: { readonly from: number; readonly before: number },
  select: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Row[]> {
  const hours = (query: Knex.QueryBuilder, first: number, end: number) =>
    select(query.where('hour_time', '>=', first).where('hour_time', '<', end)) as unknown as Promise<Row[]>
  if (userId !== undefined) return hours(db('hourly_stats').where('user_id', userId), from, before)
  const totalled = await totalledUpTo(db)
  const over = await hours(db('hourly_totals'), from, Math.min(before, totalled))
  return [...over, ...(await hours(db('hourly_stats'), Math.max(from, totalled), before))]
}
