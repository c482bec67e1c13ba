import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { hourlyStatsRepository, type StatSpan } from './hourly-stats.repository.ts'

/** 30 days: the longest period that users may request, and the default if there is no start. */
const SPAN_MAX = 2_592_000

interface SpanQuery {
  /** Unix seconds, both inclusive; 0 or absent = 30 days ago, and now. */
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  /** Seconds per bucket, counted from the start; absent = hours of the clock. */
  readonly step?: number
}

type StatAnswer = Data<'listHourlyStats'>

/** Reads hourly statistics for the dashboard. */
export const dataService = ({ knex, clock }: Pick<Services, 'knex' | 'clock'>) => {
  const repository = hourlyStatsRepository(knex)

  const readSpan = (query: SpanQuery): StatSpan => {
    const until = query.end_timestamp || unixSeconds(clock)
    return {
      from: query.start_timestamp || until - SPAN_MAX,
      until,
      ...(query.step !== undefined && { step: query.step }),
    }
  }

  const list = async (
    user: { readonly id: number; readonly username: string } | undefined,
    span: StatSpan,
  ): Promise<StatAnswer> => {
    const stats = await repository.list(user?.id, span)
    return stats.map(({ model, beginTime, requests, quota, tokens }) => ({
      model_name: model,
      created_at: beginTime,
      count: requests,
      quota: toQuota(quota),
      quota_exact: toExactQuota(quota),
      token_used: tokens,
      user_id: user?.id ?? 0,
      username: user?.username ?? '',
    }))
  }

  return {
    /** Returns the rows of one user by name, or the sums of all users; an unknown name has no rows. */
    async listAll(query: SpanQuery & { username?: string }): Promise<StatAnswer> {
      const username = query.username?.trim() ?? ''
      if (username === '') return list(undefined, readSpan(query))
      const id = await repository.findUser(username)
      return id === undefined ? [] : list({ id, username }, readSpan(query))
    },

    /** Returns the caller's own rows. @throws AppError `span_too_long` for more than 30 days */
    async listOwn(
      user: { readonly id: number; readonly username: string },
      query: SpanQuery,
    ): Promise<StatAnswer> {
      const span = readSpan(query)
      if (span.until - span.from > SPAN_MAX) throw new AppError('span_too_long', { field: 'start_timestamp' })
      return list(user, span)
    },
  }
}
