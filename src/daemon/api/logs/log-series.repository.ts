import type { Knex } from 'knex'
import { inSnapshot } from '../../db/snapshot.ts'
import { readSumsState, type SumsState } from '../../logs/sum-logs.ts'
import { isSummed, type LogBlock, logBlocks, stillKept } from './log-blocks.ts'
import { CONSUMPTION, type LogFilter, matchingLogs } from './log-filter.ts'
import { isVisitedOnly, VISITED_MAX, visitedLogs } from './visited-logs.ts'

/** Sums of the log rows within one step of time. `quota` is in thousandths. */
export interface LogBucket {
  /** Number of steps since the beginning. */
  readonly index: number
  readonly calls: number
  readonly errors: number
  readonly others: number
  readonly quota: bigint
  readonly tokens: number
}

/** Durations of the calls of one step, in milliseconds: nearest rank. */
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

/** SQLite divides bound numbers as fractions; the cast gives whole steps on both engines. */
const BUCKET = 'CAST((at_ms - ?) / ? AS INTEGER) AS bucket'

/** Latencies are computed from this many of the newest calls. */
export const TIMED_MAX = 10_000

/** Above this number of rows, the series is computed from the sums. */
const ROWS_MAX = 10_000

/** The requested period in unix seconds, both ends inclusive. */
interface Asked {
  readonly from: number | undefined
  readonly until: number
}

/** Steps in unix seconds, the first beginning at `from`. */
interface Steps {
  readonly from: number
  readonly step: number
}

interface Series extends Steps {
  readonly isComplete: boolean
  /** Only buckets with rows, oldest first. */
  readonly buckets: readonly LogBucket[]
}

/** Chooses the steps of a series. @param isCoarse whole hours, for sums by the hour */
export type ChooseSteps = (asked: {
  from: number
  until: number
  isOpen: boolean
  isCoarse: boolean
}) => Steps

/** Reads the log as a series over time: from the rows of a small log, and from the sums of a large one. */
export const logSeriesRepository = (db: Knex) => {
  return {
    read: (wanted: LogFilter, asked: Asked, choose: ChooseSteps): Promise<Series> =>
      inSnapshot(db, async (trx) => {
        const state = await readSumsState(trx)
        const filter = stillKept(wanted, state)
        const { userId, fromMs, beforeMs } = filter
        const tail = { ...filter, afterId: state.uptoId }
        const blocks = logBlocks(trx, filter, state)
        const span = (oldestMs: number | undefined, isCoarse: boolean): Steps =>
          choose({
            from: asked.from ?? Math.floor((oldestMs ?? asked.until * 1000) / 1000),
            until: asked.until,
            isOpen: asked.from === undefined,
            isCoarse,
          })
        const isAdded = isSummed(filter)
        const around = isAdded ? await logBlocks(trx, { userId, fromMs, beforeMs }, state).all() : []
        if (around.reduce((sum, { rows }) => sum + rows, 0) > ROWS_MAX) {
          const first = (await blocks.all()).at(-1)
          const steps = span(first && first.start * 1000, true)
          const sums = await readSums(trx, filter, { steps, inHours: steps.step < WEEK, state })
          const rows = await bucketsOf(trx, newest(trx, tail), steps)
          return { ...steps, isComplete: true, buckets: added([...sums, ...rows]) }
        }
        const sources = isAdded
          ? [newest(trx, tail), ...around.slice(0, 1).map(() => newest(trx, within(filter, around)))]
          : [visitedLogs(trx, filter)]
        const times: number[] = []
        for (const source of sources) times.push(...(await oldestOf(trx, source)))
        const steps = span(times.length === 0 ? undefined : Math.min(...times), false)
        const isComplete = !(await isVisitedOnly(trx, isAdded ? tail : filter))
        const buckets: LogBucket[] = []
        for (const source of sources) buckets.push(...(await bucketsOf(trx, source, steps)))
        return { ...steps, isComplete, buckets: added(buckets) }
      }),

    /** Returns the latencies of successful calls by step, oldest first. */
    async latencies(filter: LogFilter, fromMs: number, stepMs: number): Promise<readonly Latency[]> {
      const timed = matchingLogs(db, { ...filter, type: CONSUMPTION, fromMs })
        .orderBy('id', 'desc')
        .limit(TIMED_MAX)
        .select('at_ms', 'use_time_ms')
      const calls = db
        .from(timed.as('timed'))
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

    /** Counts failed calls, each once however many attempts it made; 0 if failures are not logged. */
    async failedCalls(filter: LogFilter): Promise<number> {
      const failures = matchingLogs(db, { ...filter, type: FAILED })
        .orderBy('id', 'desc')
        .limit(VISITED_MAX)
        .select('request_id')
      const [row] = await db
        .from(failures.as('failures'))
        .countDistinct<{ total: number | string }[]>({ total: 'request_id' })
      return Number(row?.total ?? 0)
    },
  }
}

const WEEK = 604_800

const newest = (db: Knex, filter: LogFilter) =>
  matchingLogs(db, filter)
    .orderBy('id', 'desc')
    .limit(VISITED_MAX)
    .select('at_ms', 'type', 'quota', 'prompt_tokens', 'completion_tokens')

/** Narrows a filter to the ids of these blocks. */
const within = (filter: LogFilter, blocks: readonly LogBlock[]): LogFilter => ({
  ...filter,
  idRanges: [
    {
      from: Math.min(...blocks.map(({ firstId }) => firstId)),
      to: Math.max(...blocks.map(({ lastId }) => lastId)),
    },
  ],
})

async function oldestOf(db: Knex, rows: Knex.QueryBuilder): Promise<number[]> {
  const [oldest] = await db
    .from(rows.clone().as('some'))
    .select<{ at: string | number | null }[]>(db.raw('min(at_ms) AS at'))
  return oldest?.at == null ? [] : [Number(oldest.at)]
}

async function bucketsOf(db: Knex, rows: Knex.QueryBuilder, { from, step }: Steps): Promise<LogBucket[]> {
  const found: BucketRow[] = await db
    .from(rows.as('some'))
    .groupBy('bucket')
    .orderBy('bucket')
    .select(
      db.raw(BUCKET, [from * 1000, step * 1000]),
      db.raw(sumWhen(`type = ${CONSUMPTION}`, '1', 'calls')),
      db.raw(sumWhen(`type = ${FAILED}`, '1', 'errors')),
      db.raw(sumWhen(`type NOT IN (${CONSUMPTION}, ${FAILED})`, '1', 'others')),
      db.raw(sumWhen(`type = ${CONSUMPTION}`, 'quota', 'quota')),
      db.raw(sumWhen(`type = ${CONSUMPTION}`, 'prompt_tokens + completion_tokens', 'tokens')),
    )
  return found.map((row) => ({
    index: Number(row.bucket),
    calls: Number(row.calls),
    errors: Number(row.errors),
    others: Number(row.others),
    quota: BigInt(row.quota),
    tokens: Number(row.tokens),
  }))
}

/** Reads the buckets from the sums. */
async function readSums(
  db: Knex,
  filter: LogFilter,
  { steps, inHours, state }: { readonly steps: Steps; readonly inHours: boolean; readonly state: SumsState },
): Promise<LogBucket[]> {
  const blocks = await logBlocks(db, filter, state, true).all(inHours)
  return blocks.map((block) => toBucket(block, Math.floor((block.start - steps.from) / steps.step)))
}

const toBucket = ({ type, rows, quota, ...block }: LogBlock, index: number): LogBucket => ({
  index,
  calls: type === CONSUMPTION ? rows : 0,
  errors: type === FAILED ? rows : 0,
  others: type === CONSUMPTION || type === FAILED ? 0 : rows,
  quota: type === CONSUMPTION ? quota : 0n,
  tokens: type === CONSUMPTION ? block.promptTokens + block.completionTokens : 0,
})

function added(buckets: readonly LogBucket[]): LogBucket[] {
  const sums = new Map<number, LogBucket>()
  for (const bucket of buckets) {
    const sum = sums.get(bucket.index)
    sums.set(bucket.index, {
      index: bucket.index,
      calls: bucket.calls + (sum?.calls ?? 0),
      errors: bucket.errors + (sum?.errors ?? 0),
      others: bucket.others + (sum?.others ?? 0),
      quota: bucket.quota + (sum?.quota ?? 0n),
      tokens: bucket.tokens + (sum?.tokens ?? 0),
    })
  }
  return [...sums.values()].sort((a, b) => a.index - b.index)
}
