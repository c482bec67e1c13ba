import type { Knex } from 'knex'

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

/** Rows of `hourly_stats`; the ledger writes them with each charge. Times are unix seconds, both ends inclusive. */
export const hourlyStatsRepository = (db: Knex) => ({
  /** By hour, then model. @param userId undefined = all users added up */
  async list(userId: number | undefined, from: number, until: number): Promise<HourlyStat[]> {
    const rows = await db('hourly_stats')
      .whereBetween('hour_time', [from, until])
      .where((query) => {
        if (userId !== undefined) void query.where('user_id', userId)
      })
      .groupBy('hour_time', 'model')
      .orderBy([{ column: 'hour_time' }, { column: 'model' }])
      .select<SumRow[]>(
        'hour_time',
        'model',
        db.raw(sum('requests')),
        db.raw(sum('quota')),
        db.raw(sum('tokens')),
      )
    return rows.map((row) => ({
      model: row.model,
      hourTime: row.hour_time,
      requests: Number(row.requests),
      quota: BigInt(row.quota),
      tokens: Number(row.tokens),
    }))
  },

  /** Everything from `from` until before `before`. @param userId undefined = all users added up */
  async sum(
    userId: number | undefined,
    from: number,
    before: number,
  ): Promise<{ readonly requests: number; readonly quota: bigint; readonly tokens: number }> {
    const [row] = await db('hourly_stats')
      .where('hour_time', '>=', from)
      .where('hour_time', '<', before)
      .where((query) => {
        if (userId !== undefined) void query.where('user_id', userId)
      })
      .select<Record<'requests' | 'quota' | 'tokens', string | null>[]>(
        db.raw(sum('requests')),
        db.raw(sum('quota')),
        db.raw(sum('tokens')),
      )
    return {
      requests: Number(row?.requests ?? 0),
      quota: BigInt(row?.quota ?? 0),
      tokens: Number(row?.tokens ?? 0),
    }
  },

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
