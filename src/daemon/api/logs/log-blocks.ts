import type { Knex } from 'knex'
import { DAY, HOUR, type SumsState, scopes } from '../../logs/sum-logs.ts'
import { type LogFilter, matchingLogs, whereSummed } from './log-filter.ts'

/** Sums of the matching rows in a period. `quota` is in thousandths and, like tokens, covers all types. */
export interface LogBlock {
  /** Unix seconds; `span` = 3600, 86400, or less at the ends of the requested period. */
  readonly start: number
  readonly span: number
  /** The type of the rows, if blocks by type were requested. */
  readonly type?: number
  readonly rows: number
  readonly quota: bigint
  readonly promptTokens: number
  readonly completionTokens: number
  /** Bounds on the ids of the matching rows in this period. */
  readonly firstId: number
  readonly lastId: number
}

/**
 * Returns the sums to use for a filter: those of a user, else of a channel, else of the whole site; undefined if there
 * are none. All other supported conditions are columns of the sums.
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

/** Narrows a filter to rows that have not been removed and are not being removed. */
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

/** A period in unix seconds that excludes `before`. */
interface Stretch {
  readonly from: number
  readonly before: number
}

/** The last second that a JavaScript date can represent. */
const FAR = 8_640_000_000_000

const up = (value: number, step: number): number => Math.ceil(value / step) * step
const down = (value: number, step: number): number => Math.floor(value / step) * step

/** Divides a period of whole hours into whole days and the hours around them. */
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
 * Reads the sums of the rows up to the state's id. Bind it to the snapshot in which the state was read.
 *
 * @param filter must satisfy {@link isSummed}
 * @param isByType whether to return a block for each type of row instead of one for all
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

  /** Sums the rows themselves for part of an hour, within the ids of that hour. */
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
     * Returns blocks, newest first: days where whole days match, and hours and parts of hours around them.
     *
     * @param isInHours whether to return hours instead of days
     */
    async all(isInHours = false): Promise<LogBlock[]> {
      if (fromMs >= beforeMs) return []
      if (firstHour > lastHour) return readPart(fromMs, beforeMs)
      const whole = { from: firstHour, before: lastHour }
      const { hours, days } = isInHours ? { hours: [whole], days: undefined } : inDays(whole)
      // Read one after the other, because they share the connection of the snapshot.
      const found: LogBlock[] = []
      if (beforeMs > lastHour * 1000 && beforeMs < FAR * 1000)
        found.push(...(await readPart(lastHour * 1000, beforeMs)))
      for (const each of hours) found.push(...(await read(HOUR, each)))
      if (days) found.push(...(await read(DAY, days)))
      if (fromMs < firstHour * 1000) found.push(...(await readPart(fromMs, firstHour * 1000)))
      return found.sort((a, b) => b.start - a.start)
    },

    /** Divides a day into hours; returns a shorter block unchanged. */
    async inHours(block: LogBlock): Promise<LogBlock[]> {
      return block.span === DAY ? read(HOUR, { from: block.start, before: block.start + DAY }) : [block]
    },
  }
}
