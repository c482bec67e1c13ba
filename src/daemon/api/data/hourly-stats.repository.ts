import type { Knex } from 'knex'
import { inSnapshot } from '../../db/snapshot.ts'
import { totalledUpTo } from '../../logs/total-hours.ts'

/** Usage of one model in one bucket. `quota` is in thousandths of a quota unit. */
export interface HourlyStat {
  readonly model: string
  /** Start of the bucket in unix seconds. */
  readonly beginTime: number
  readonly requests: number
  readonly quota: bigint
  readonly tokens: number
}

/** Unix seconds, both ends inclusive. */
export interface StatSpan {
  readonly from: number
  readonly until: number
  /** Seconds per bucket, counted from `from`; undefined = hours as stored. */
  readonly step?: number
}

interface SumRow {
  model: string
  bucket: string | number
  requests: string
  quota: string
  tokens: string
}

const sum = (column: string): string => `CAST(sum(${column}) AS TEXT) AS ${column}`

/**
 * Reads rows of `hourly_stats`, which the ledger writes with each charge. For all users together, hours that have ended
 * are read from `hourly_totals`. Times are unix seconds.
 */
export const hourlyStatsRepository = (db: Knex) => ({
  /** Lists usage by bucket, then model. @param userId undefined = sums of all users */
  list: (userId: number | undefined, { from, until, step }: StatSpan): Promise<HourlyStat[]> =>
    inSnapshot(db, async (trx) => {
      // Integer division, the same on both engines.
      const bucket =
        step === undefined
          ? trx.raw('hour_time AS bucket')
          : trx.raw('(hour_time - CAST(:from AS BIGINT)) / CAST(:step AS BIGINT) AS bucket', { from, step })
      const rows: SumRow[] = await statsOf(trx, userId, { from, before: until + 1 }, (query) =>
        query
          .groupBy('bucket', 'model')
          .select(bucket, 'model', ...columns.map((each) => trx.raw(sum(each)))),
      )
      const stats = new Map<string, HourlyStat>()
      for (const row of rows) {
        const beginTime = step === undefined ? Number(row.bucket) : from + Number(row.bucket) * step
        const key = `${beginTime} ${row.model}`
        // A bucket may have rows in both tables.
        const first = stats.get(key)
        stats.set(key, {
          model: row.model,
          beginTime,
          requests: Number(row.requests) + (first?.requests ?? 0),
          quota: BigInt(row.quota) + (first?.quota ?? 0n),
          tokens: Number(row.tokens) + (first?.tokens ?? 0),
        })
      }
      return [...stats.values()].sort((a, b) => a.beginTime - b.beginTime || (a.model < b.model ? -1 : 1))
    }),

  /** Sums usage in a period that excludes `before`. @param userId undefined = sums of all users */
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

  /** Sums the charges of a user in a period. @param before unix seconds, exclusive */
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

/** Reads each of the two tables for its part of the period. */
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
