import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { type Latency, logSeriesRepository, TIMED_MAX } from '../logs/log-series.repository.ts'
import { hourlyStatsRepository } from './hourly-stats.repository.ts'

type Overview = Data<'getUsageOverview'>

const HOUR = 3600
/** 30 days and the current hour. */
const SPAN_MAX = 2_592_000 + HOUR

interface OverviewQuery {
  /** Unix seconds, both inclusive; 0 or absent = 24 hours including the current one, and now. */
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly step?: number
}

/**
 * Reads the usage in a period of whole hours and in an equally long period before it.
 *
 * @param userId undefined = all users
 * @throws AppError `span_too_long` for more than 30 days and an hour
 */
export async function readUsageOverview(
  { knex, clock, options }: Pick<Services, 'knex' | 'clock' | 'options'>,
  userId: number | undefined,
  query: OverviewQuery,
): Promise<Overview> {
  const until = query.end_timestamp || unixSeconds(clock)
  const start = query.start_timestamp || until - 23 * HOUR
  if (until - start > SPAN_MAX) throw new AppError('span_too_long', { field: 'start_timestamp' })
  const from = start - (start % HOUR)
  const end = until - (until % HOUR) + HOUR
  const beforeFrom = from - Math.max(end - from, HOUR)
  const step = query.step ?? HOUR

  const stats = hourlyStatsRepository(knex)
  const log = logSeriesRepository(knex)
  const totals = async (first: number, before: number) => {
    const [sums, failed] = await Promise.all([
      stats.sum(userId, first, before),
      log.failedCalls({ userId, fromMs: first * 1000, beforeMs: before * 1000 }),
    ])
    return { ...sums, quota: toQuota(sums.quota), quota_exact: toExactQuota(sums.quota), failed }
  }
  const calls = { userId, beforeMs: (until + 1) * 1000 }
  const [total, before, buckets, [all]] = await Promise.all([
    totals(from, until + 1),
    totals(beforeFrom, from),
    log.latencies(calls, from * 1000, step * 1000),
    log.latencies(calls, from * 1000, (until - from + 1) * 1000),
  ])
  const toBucket = ({ index, calls: count, p50Ms, p95Ms }: Latency) => ({
    at: from + index * step,
    calls: count,
    p50_ms: p50Ms,
    p95_ms: p95Ms,
  })
  return {
    from,
    until,
    before_from: beforeFrom,
    step,
    is_error_logged: options.current().LogErrorEnabled,
    is_complete: (all?.calls ?? 0) < TIMED_MAX,
    total,
    before,
    latency: all ? toBucket(all) : { at: from, calls: 0, p50_ms: null, p95_ms: null },
    buckets: buckets.map(toBucket),
  }
}
