import type { Knex } from 'knex'
import { DAY, HOUR, type SumsState, scopes } from '../../logs/sum-logs.ts'
import { type LogFilter, matchingLogs, whereSummed } from './log-filter.ts'

/** The matching rows of one stretch of time, added up. `quota` is in thousandths and, like tokens, of all types. */
export interface LogBlock {
  /** Unix seconds; `span` = 3600, 86400, or less at the ends of the time that was asked for. */
  readonly start: number
  readonly span: number
  /** The type of the rows, if blocks were asked for by type. */
  readonly type?: number
  readonly rows: number
  readonly quota: bigint
  readonly promptTokens: number
  readonly completionTokens: number
  /** No matching row of this time has an id outside these. */
  readonly firstId: number
  readonly lastId: number
}

/**
 * Whether sums exist for a filter: those of a user, else of a channel, else of the whole site. What else may be asked for
 * is a column of the sums.
 */
function summedBy(filter: LogFilter): { readonly scope: number; readonly subject: number } | undefined {
  const { userId, channelId, username, tokenName, tokenId } = filter
  if (username || filter.requestId || filter.keyword || filter.idRanges) return undefined
  if (filter.afterId !== undefined || filter.upToId !== undefined) return undefined
  if (userId !== undefined) return channelId ? undefined : { scope: scopes.user, subject: userId }
  if (tokenName || tokenId !== undefined) return undefined
  return channelId ? { scope: scopes.channel, subject: channelId } : { scope: scopes.site, subject: 0 }
}

export const isSummed = (filter: LogFilter): boolean => summedBy(filter) !== undefined

/** The filter without rows that have been removed, or are being removed. */
export const stillKept = (filter: LogFilter, { keptFromMs }: SumsState): LogFilter =>
  keptFromMs > (filter.fromMs ?? 0) ? { ...filter, fromMs: keptFromMs } : filter

interface SumRow {
  start_time: number
  type?: number
  calls: number | string
  quota: string
  prompt_tokens: string
  completion_tokens: string
  first_id: number
  last_id: number
}

const sumColumns = [
  'CAST(sum(calls) AS TEXT) AS calls',
  'CAST(sum(quota) AS TEXT) AS quota',
  'CAST(sum(prompt_tokens) AS TEXT) AS prompt_tokens',
  'CAST(sum(completion_tokens) AS TEXT) AS completion_tokens',
  'min(first_id) AS first_id',
  'max(last_id) AS last_id',
].join(', ')

const rowColumns = [
  'CAST(count(*) AS TEXT) AS calls',
  'CAST(coalesce(sum(quota), 0) AS TEXT) AS quota',
  'CAST(coalesce(sum(prompt_tokens), 0) AS TEXT) AS prompt_tokens',
  'CAST(coalesce(sum(completion_tokens), 0) AS TEXT) AS completion_tokens',
  'min(id) AS first_id',
  'max(id) AS last_id',
].join(', ')

const toBlock = (row: SumRow, span: number): LogBlock => ({
  start: Number(row.start_time),
  span,
  ...(row.type === undefined ? {} : { type: Number(row.type) }),
  rows: Number(row.calls),
  quota: BigInt(row.quota),
  promptTokens: Number(row.prompt_tokens),
  completionTokens: Number(row.completion_tokens),
  firstId: Number(row.first_id),
  lastId: Number(row.last_id),
})

/** Unix seconds, `before` excluded. */
interface Stretch {
  readonly from: number
  readonly before: number
}

/** The last second that a date of JavaScript can have. */
const FAR = 8_640_000_000_000

const up = (value: number, step: number): number => Math.ceil(value / step) * step
const down = (value: number, step: number): number => Math.floor(value / step) * step

/** A stretch of whole hours as the whole days in it and the hours around them. */
function inDays({ from, before }: Stretch): { hours: Stretch[]; days: Stretch | undefined } {
  const first = up(from, DAY)
  const last = before >= FAR ? before : down(before, DAY)
  if (first >= last) return { hours: [{ from, before }], days: undefined }
  const hours = [
    { from, before: first },
    { from: last, before },
  ]
  return { hours: hours.filter((each) => each.from < each.before), days: { from: first, before: last } }
}

/**
 * Reads the sums of the rows up to the state's id. Bind it to a snapshot in which the state was read.
 *
 * @param filter one for which {@link isSummed}
 * @param isByType a block for each type of rows instead of one for all
 */
export const logBlocks = (db: Knex, filter: LogFilter, state: SumsState, isByType = false) => {
  const types = isByType ? ['type'] : []
  const fromMs = filter.fromMs ?? 0
  const beforeMs = Math.min(filter.beforeMs ?? Number.POSITIVE_INFINITY, FAR * 1000)

  const read = async (span: number, { from, before }: Stretch): Promise<LogBlock[]> => {
    const subject = summedBy(filter)
    if (subject === undefined) throw new Error('There are no sums for this filter.')
    const rows: SumRow[] = await db('log_sums')
      .where({ ...subject, span })
      .where('start_time', '>=', from)
      .where('start_time', '<', before)
      .where((query) => whereSummed(query, filter))
      .groupBy('start_time', ...types)
      .havingRaw('sum(calls) > 0')
      .orderBy('start_time', 'desc')
      .select('start_time', ...types, db.raw(sumColumns))
    return rows.map((row) => toBlock(row, span))
  }

  /** Part of an hour: its rows themselves, within the ids of that hour. */
  const readPart = async (partFromMs: number, partBeforeMs: number): Promise<LogBlock[]> => {
    const start = down(partFromMs / 1000, HOUR)
    const hour = await read(HOUR, { from: start, before: start + HOUR })
    if (hour.length === 0) return []
    const ids = {
      from: Math.min(...hour.map(({ firstId }) => firstId)),
      to: Math.min(Math.max(...hour.map(({ lastId }) => lastId)), state.uptoId),
    }
    const rows: SumRow[] = await matchingLogs(db, {
      ...filter,
      fromMs: partFromMs,
      beforeMs: partBeforeMs,
      idRanges: [ids],
    })
      .modify((query) => {
        if (isByType) void query.groupBy('type')
      })
      .select(...types, db.raw(rowColumns))
    return rows
      .filter((row) => Number(row.calls) > 0)
      .map((row) => toBlock({ ...row, start_time: start }, HOUR))
  }

  const firstHour = up(fromMs / 1000, HOUR)
  const lastHour = beforeMs >= FAR * 1000 ? FAR : down(beforeMs / 1000, HOUR)

  return {
    /**
     * Days where whole days match, hours and parts of hours around them; newest first.
     *
     * @param isInHours hours in place of days
     */
    async all(isInHours = false): Promise<LogBlock[]> {
      if (fromMs >= beforeMs) return []
      if (firstHour > lastHour) return readPart(fromMs, beforeMs)
      const whole = { from: firstHour, before: lastHour }
      const { hours, days } = isInHours ? { hours: [whole], days: undefined } : inDays(whole)
      // One after the other: they share the connection of the snapshot.
      const found: LogBlock[] = []
      if (beforeMs > lastHour * 1000 && beforeMs < FAR * 1000)
        found.push(...(await readPart(lastHour * 1000, beforeMs)))
      for (const each of hours) found.push(...(await read(HOUR, each)))
      if (days) found.push(...(await read(DAY, days)))
      if (fromMs < firstHour * 1000) found.push(...(await readPart(fromMs, firstHour * 1000)))
      return found.sort((a, b) => b.start - a.start)
    },

    /** A day in hours; anything shorter is what it is. */
    async inHours(block: LogBlock): Promise<LogBlock[]> {
      return block.span === DAY ? read(HOUR, { from: block.start, before: block.start + DAY }) : [block]
    },
  }
}
