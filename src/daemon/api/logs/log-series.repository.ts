import type { Knex } from 'knex'
import { CONSUMPTION, COUNT_MAX, type LogFilter, matchingLogs } from './logs.repository.ts'

/** Rows of the log within one step of time. `quota` is in thousandths. */
export interface LogBucket {
  /** How many steps after the beginning. */
  readonly index: number
  readonly calls: number
  readonly errors: number
  readonly others: number
  readonly quota: bigint
  readonly tokens: number
}

/** How long the calls of one step took, in milliseconds: nearest rank. */
export interface Latency {
  readonly index: number
  readonly calls: number
  readonly p50Ms: number
  readonly p95Ms: number
}

interface BucketRow {
  bucket: number | string
  calls: string
  errors: string
  others: string
  quota: string
  tokens: string
}

const FAILED = 6

const sumWhen = (condition: string, value: string, name: string): string =>
  `CAST(coalesce(sum(CASE WHEN ${condition} THEN ${value} ELSE 0 END), 0) AS TEXT) AS ${name}`

/** SQLite divides numbers that are bound as fractions; cutting gives both engines the whole steps. */
const BUCKET = 'CAST((at_ms - ?) / ? AS INTEGER) AS bucket'

/**
 * The log over time. Whatever the filter, at most the newest {@link COUNT_MAX} rows are read, so that a picture of a huge
 * log costs no more than that.
 */
export const logSeriesRepository = (db: Knex) => {
  const newest = (filter: LogFilter) =>
    matchingLogs(db, filter)
      .orderBy('id', 'desc')
      .limit(COUNT_MAX)
      .select('at_ms', 'type', 'quota', 'prompt_tokens', 'completion_tokens', 'use_time_ms')
      .as('newest')
  return {
    /** How many rows are counted, and when the first of them was. */
    async extent(filter: LogFilter): Promise<{ readonly total: number; readonly oldestMs?: number }> {
      const [row] = await db
        .from(newest(filter))
        .select<{ total: string; oldest: string | number | null }[]>(
          db.raw('CAST(count(*) AS TEXT) AS total'),
          db.raw('min(at_ms) AS oldest'),
        )
      const total = Number(row?.total ?? 0)
      return row?.oldest == null ? { total } : { total, oldestMs: Number(row.oldest) }
    },

    /** Those with rows, oldest first. @param filter no earlier than `fromMs` */
    async buckets(filter: LogFilter, fromMs: number, stepMs: number): Promise<readonly LogBucket[]> {
      const rows = await db
        .from(newest({ ...filter, fromMs: Math.max(filter.fromMs ?? 0, fromMs) }))
        .groupBy('bucket')
        .orderBy('bucket')
        .select<BucketRow[]>(
          db.raw(BUCKET, [fromMs, stepMs]),
          db.raw(sumWhen(`type = ${CONSUMPTION}`, '1', 'calls')),
          db.raw(sumWhen(`type = ${FAILED}`, '1', 'errors')),
          db.raw(sumWhen(`type NOT IN (${CONSUMPTION}, ${FAILED})`, '1', 'others')),
          db.raw(sumWhen(`type = ${CONSUMPTION}`, 'quota', 'quota')),
          db.raw(sumWhen(`type = ${CONSUMPTION}`, 'prompt_tokens + completion_tokens', 'tokens')),
        )
      return rows.map((row) => ({
        index: Number(row.bucket),
        calls: Number(row.calls),
        errors: Number(row.errors),
        others: Number(row.others),
        quota: BigInt(row.quota),
        tokens: Number(row.tokens),
      }))
    },

    /** Of the answered calls, by step, oldest first. */
    async latencies(filter: LogFilter, fromMs: number, stepMs: number): Promise<readonly Latency[]> {
      const calls = db
        .from(newest({ ...filter, type: CONSUMPTION, fromMs }))
        .select('use_time_ms', db.raw(BUCKET, [fromMs, stepMs]))
        .as('calls')
      const ranked = db
        .from(calls)
        .select(
          'bucket',
          'use_time_ms',
          db.raw('row_number() OVER (PARTITION BY bucket ORDER BY use_time_ms) AS place'),
          db.raw('count(*) OVER (PARTITION BY bucket) AS calls'),
        )
        .as('ranked')
      const rows = await db
        .from(ranked)
        .groupBy('bucket')
        .orderBy('bucket')
        .select<Record<'bucket' | 'calls' | 'p50' | 'p95', number | string>[]>(
          'bucket',
          db.raw('max(calls) AS calls'),
          db.raw('min(CASE WHEN place * 2 >= calls THEN use_time_ms END) AS p50'),
          db.raw('min(CASE WHEN place * 100 >= calls * 95 THEN use_time_ms END) AS p95'),
        )
      return rows.map((row) => ({
        index: Number(row.bucket),
        calls: Number(row.calls),
        p50Ms: Number(row.p50),
        p95Ms: Number(row.p95),
      }))
    },

    /** Calls that failed, however many attempts each made; 0 where failures are not logged. */
    async failedCalls(filter: LogFilter): Promise<number> {
      const [row] = await matchingLogs(db, { ...filter, type: FAILED }).countDistinct<
        { total: number | string }[]
      >({ total: 'request_id' })
      return Number(row?.total ?? 0)
    },
  }
}
