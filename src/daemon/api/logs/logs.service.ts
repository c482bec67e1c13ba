import type { Data } from '../../http/contract.ts'
import { type Page, type Paging, readPaging, toPage } from '../../http/paging.ts'
import type { Language } from '../../language.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { type LogAnswer, toAdminLog, toOwnLog } from './log-answer.ts'
import { logSeriesRepository } from './log-series.repository.ts'
import { COUNT_MAX, type LogFilter, logsRepository } from './logs.repository.ts'

/** Filters of the log calls; absent, empty and 0 = all. */
export interface LogQuery {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
  readonly type?: number
  readonly username?: string
  readonly token_name?: string
  readonly model_name?: string
  /** Unix seconds, both inclusive. */
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly channel?: string
  readonly group?: string
  readonly request_id?: string
  readonly after_id?: number
  readonly keyword?: string
}

const MINUTE_MS = 60_000
const BUCKETS_MAX = 100

/** Lengths of a step that people can read, in seconds. */
const steps = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000]

/** Start and end of a series, and the length of its steps; all in seconds. */
function toSpan(query: LogQuery, oldestMs: number | undefined, nowMs: number) {
  const until = query.end_timestamp || Math.floor(nowMs / 1000)
  const oldest = Math.floor((oldestMs ?? nowMs) / 1000)
  const begin = Math.min(query.start_timestamp || oldest, until)
  const step =
    steps.find((each) => (until - begin) / each < BUCKETS_MAX) ?? Math.ceil((until - begin + 1) / BUCKETS_MAX)
  // If the caller names a start, which is midnight in their time zone, days begin at that time.
  return { from: query.start_timestamp ? begin : begin - (begin % step), until, step }
}

/**
 * The usage log, in the language of its reader. Bind it to a user for their own rows; without one it is the administrators'
 * view of all rows.
 */
export const logsService = (
  services: Pick<Services, 'knex' | 'clock'>,
  language: Language,
  ownerId?: number,
) => {
  const repository = logsRepository(services.knex)
  const series = logSeriesRepository(services.knex)

  const read = async (filter: LogFilter, paging: Paging): Promise<Page<LogAnswer>> => {
    const [rows, total] = await Promise.all([repository.list(filter, paging), repository.count(filter)])
    if (ownerId !== undefined)
      return toPage(
        rows.map((row) => toOwnLog(row, language)),
        total,
        paging,
      )
    const names = await repository.channelNames(rows.map((row) => row.channel_id))
    return toPage(
      rows.map((row) => toAdminLog(row, names, language)),
      total,
      paging,
    )
  }

  /** An existing name is looked up by its id, because that has an index and survives a rename. */
  const toFilter = async (query: LogQuery): Promise<LogFilter> => {
    const filter: LogFilter = {
      userId: ownerId,
      type: query.type,
      tokenName: query.token_name,
      model: query.model_name,
      group: query.group,
      requestId: query.request_id,
      afterId: query.after_id,
      keyword: query.keyword?.trim(),
      fromMs: query.start_timestamp ? query.start_timestamp * 1000 : undefined,
      beforeMs: query.end_timestamp ? (query.end_timestamp + 1) * 1000 : undefined,
    }
    if (ownerId !== undefined) return filter
    const channelId = Number(query.channel ?? 0)
    const username = query.username?.trim() ?? ''
    const userId = username === '' ? undefined : await repository.idOfUser(username)
    return { ...filter, channelId, ...(userId === undefined ? { username } : { userId }) }
  }

  return {
    async list(query: LogQuery): Promise<Page<LogAnswer>> {
      return read(await toFilter(query), readPaging(query))
    },

    /** Rows of one token, for the token itself. */
    async listOfToken(tokenId: number, query: LogQuery): Promise<Page<LogAnswer>> {
      return read({ userId: ownerId, tokenId }, readPaging(query))
    },

    /** Totals of the matching rows; calls and tokens per minute over the matching rows of the last 60 seconds. */
    async stat(query: LogQuery): Promise<Data<'getLogStat'>> {
      const filter = await toFilter(query)
      const lastMinute = { ...filter, fromMs: services.clock.now() - MINUTE_MS, beforeMs: undefined }
      const [all, recent] = await Promise.all([repository.sum(filter), repository.sum(lastMinute)])
      return {
        quota: toQuota(all.quota),
        quota_exact: toExactQuota(all.quota),
        token_total: all.promptTokens + all.completionTokens,
        token_input: all.promptTokens,
        token_output: all.completionTokens,
        rpm: recent.calls,
        tpm: recent.promptTokens + recent.completionTokens,
      }
    },

    /** The same rows over time. Without a beginning: from the oldest of those that are counted. */
    async series(query: LogQuery): Promise<Data<'getLogSeries'>> {
      const filter = await toFilter(query)
      const { oldestMs, total } = await series.extent(filter)
      const span = toSpan(query, oldestMs, services.clock.now())
      const buckets = await series.buckets(filter, span.from * 1000, span.step * 1000)
      return {
        ...span,
        is_complete: total < COUNT_MAX,
        buckets: buckets.map(({ index, calls, errors, others, quota, tokens }) => ({
          at: span.from + index * span.step,
          calls,
          errors,
          others,
          quota: toQuota(quota),
          quota_exact: toExactQuota(quota),
          tokens,
        })),
      }
    },
  }
}
