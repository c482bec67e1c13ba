import type { Data } from '../../http/contract.ts'
import { type Page, type Paging, readPaging, toPage } from '../../http/paging.ts'
import type { Language } from '../../language.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { type LogAnswer, toAdminLog, toOwnLog } from './log-answer.ts'
import type { LogFilter } from './log-filter.ts'
import { type ChooseSteps, logSeriesRepository } from './log-series.repository.ts'
import { logsRepository } from './logs.repository.ts'

/** Filters of the log endpoints; absent, empty and 0 = all. */
export interface LogQuery {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
  readonly id?: number
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

/** Lengths of a step that suit people, in seconds. */
const steps = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000]

const HOUR = 3600
const DAY = 86_400
const WEEK = 604_800

/** Chooses the beginning and the step of a series, both in seconds. */
const chooseSteps: ChooseSteps = ({ from, until, isOpen, isCoarse }) => {
  const begin = Math.min(from, until)
  const least = isCoarse ? HOUR : 0
  const step =
    steps.find((each) => each >= least && (until - begin) / each < BUCKETS_MAX) ??
    Math.ceil((until - begin + 1) / BUCKETS_MAX / DAY) * DAY
  // If the caller sets a start, which is midnight in their time zone, days begin at that time. Sums by the hour begin
  // on the hour, and sums by the day at midnight UTC.
  if (isOpen) return { from: begin - (begin % step), step }
  if (isCoarse) return { from: begin - (begin % (step < WEEK ? HOUR : DAY)), step }
  return { from: begin, step }
}

/**
 * Reads the usage log in the language of its reader. Bind it to a user for their own rows; without a user it is the
 * administrators' view of all rows.
 */
export const logsService = (
  services: Pick<Services, 'knex' | 'clock'>,
  language: Language,
  ownerId?: number,
) => {
  const repository = logsRepository(services.knex)
  const series = logSeriesRepository(services.knex)

  const read = async (filter: LogFilter, paging: Paging): Promise<Page<LogAnswer>> => {
    const { rows, total } = await repository.page(filter, paging)
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

  /** Builds the filter. An existing username is resolved to its id, which has an index and survives a rename. */
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
      const filter = await toFilter(query)
      return read(query.id ? { ...filter, id: query.id } : filter, readPaging(query))
    },

    /** Returns the rows of one token, for requests with the token itself. */
    async listOfToken(tokenId: number, query: LogQuery): Promise<Page<LogAnswer>> {
      return read({ userId: ownerId, tokenId }, readPaging(query))
    },

    /**
     * Returns totals of the matching rows, and calls and tokens per minute from the matching rows of the last 60
     * seconds.
     */
    async stat(query: LogQuery): Promise<Data<'getLogStat'>> {
      const filter = await toFilter(query)
      const [all, recent] = await Promise.all([
        repository.sum(filter),
        repository.sumSince(filter, services.clock.now() - MINUTE_MS),
      ])
      return {
        quota: toQuota(all.quota),
        quota_exact: toExactQuota(all.quota),
        token_total: all.promptTokens + all.completionTokens,
        token_input: all.promptTokens,
        token_output: all.completionTokens,
        rpm: recent.calls,
        tpm: recent.promptTokens + recent.completionTokens,
        is_complete: all.isComplete,
      }
    },

    /**
     * Returns the matching rows as a series over time. Without a start, it begins at the oldest row that is counted.
     */
    async series(query: LogQuery): Promise<Data<'getLogSeries'>> {
      const filter = await toFilter(query)
      const until = query.end_timestamp || Math.floor(services.clock.now() / 1000)
      const asked = { from: query.start_timestamp || undefined, until }
      const { from, step, isComplete, buckets } = await series.read(filter, asked, chooseSteps)
      return {
        from,
        until,
        step,
        is_complete: isComplete,
        buckets: buckets.map(({ index, calls, errors, others, quota, tokens }) => ({
          at: from + index * step,
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
