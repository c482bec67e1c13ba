import type { Knex } from 'knex'
import { escapeLike } from '../../db/like.ts'
import { storedBeginnings } from '../../ledger/log-event.ts'
import { readModelPattern } from './model-pattern.ts'

/** One row of `usage_logs`. `quota` is in thousandths of a quota unit. */
export interface LogRow {
  id: number
  request_id: string | null
  at_ms: number
  /** 1 top-up, 2 consumption, 3 management, 4 system, 5 check-in, 6 error. */
  type: number
  user_id: number
  username: string
  token_id: number
  token_name: string
  channel_id: number
  group_name: string
  model: string
  prompt_tokens: number
  completion_tokens: number
  quota: number
  is_stream: number
  use_time_ms: number
  ip: string
  usage_source: string
  content: string
  other: string
  explanation: string
  /** Set if the texts omit what the quote already contains; see `call-log`. */
  quote_id: number | null
}

export const CONSUMPTION = 2
export const FAILURE = 6

/** Conditions for rows; absent = no condition. */
export interface LogFilter {
  readonly id?: number | undefined
  readonly userId?: number | undefined
  readonly tokenId?: number | undefined
  readonly type?: number | undefined
  readonly username?: string | undefined
  readonly tokenName?: string | undefined
  /** `%` at either end matches anything; elsewhere it is an ordinary character. */
  readonly model?: string | undefined
  readonly group?: string | undefined
  readonly channelId?: number | undefined
  readonly requestId?: string | undefined
  readonly afterId?: number | undefined
  /** Inclusive. */
  readonly upToId?: number | undefined
  /** Only rows within one of these ranges of ids, ends included. */
  readonly idRanges?: readonly { readonly from: number; readonly to: number }[] | undefined
  /** Unix milliseconds, inclusive. */
  readonly fromMs?: number | undefined
  /** Unix milliseconds, exclusive. */
  readonly beforeMs?: number | undefined
  /** Beginning of the text (see `storedBeginnings`), a request id or a type. */
  readonly keyword?: string | undefined
}

/** Selects the rows that match, in no particular order. */
export const matchingLogs = (db: Knex, filter: LogFilter) =>
  db<LogRow>('usage_logs').where((query) => applyFilter(query, filter))

/** Adds the conditions that are also columns of the log's sums, besides user and channel. */
export function whereSummed(query: Knex.QueryBuilder, filter: LogFilter): void {
  if (filter.tokenId !== undefined) void query.where('token_id', filter.tokenId)
  if (filter.tokenName) void query.where('token_name', filter.tokenName)
  if (filter.group) void query.where('group_name', filter.group)
  if (filter.type) whereType(query, filter.type)
  if (filter.model) whereModel(query, filter.model)
}

/** Adds the type as a literal, so that the partial indexes of rows other than charges can be used. */
function whereType(query: Knex.QueryBuilder, type: number): void {
  void query.whereRaw(type === CONSUMPTION ? 'type = 2' : `type = ${Math.trunc(type)} AND type <> 2`)
}

/** Adds the conditions of a filter. */
export function applyFilter(query: Knex.QueryBuilder, filter: LogFilter): void {
  const equal: readonly (readonly [keyof LogRow, string | number | undefined])[] = [
    ['id', filter.id],
    ['user_id', filter.userId],
    ['username', filter.username || undefined],
    ['channel_id', filter.channelId || undefined],
  ]
  for (const [column, value] of equal) if (value !== undefined) void query.where(column, value)
  whereSummed(query, filter)
  whereTime(query, filter)
  if (filter.afterId !== undefined) void query.where('id', '>', filter.afterId)
  if (filter.upToId !== undefined) void query.where('id', '<=', filter.upToId)
  if (filter.idRanges) whereRanges(query, filter.idRanges)
  if (filter.requestId) void query.where((either) => whereRequest(either, filter.requestId ?? ''))
  const keyword = filter.keyword ?? ''
  if (keyword !== '')
    void query.where((either) => {
      void either
        .whereRaw("content LIKE ? ESCAPE '\\'", [`${escapeLike(keyword)}%`])
        .orWhere('request_id', keyword)
      if (isPrice(keyword))
        void either.orWhereRaw(
          "(content = '' AND quote_id IN (SELECT id FROM quotes WHERE words LIKE ? ESCAPE '\\'))",
          [`${escapeLike(keyword)}%`],
        )
      for (const beginning of storedBeginnings(keyword))
        void either.orWhereRaw("other LIKE ? ESCAPE '\\'", [`${escapeLike(beginning)}%`])
      if (/^[1-6]$/.test(keyword)) void either.orWhere('type', Number(keyword))
    })
}

/**
 * Reports whether a price in words can begin with this text (see `quoteInWords`); most rows store it only in their
 * quote.
 */
const isPrice = (keyword: string): boolean =>
  ['model price $', 'model ratio '].some(
    (price) => price.startsWith(keyword.toLowerCase()) || keyword.toLowerCase().startsWith(price),
  )

/** Ids increase with time, except for calls that end concurrently and clocks that differ slightly. */
const DISORDER_MS = 86_400_000

/**
 * Adds the conditions on time. Rows are always found by their ids, alone or together with a user: `+` keeps the
 * database from scanning by time and sorting the result. If there is no other bound on the ids, one is derived from the
 * time.
 */
function whereTime(query: Knex.QueryBuilder, filter: LogFilter): void {
  const { fromMs, beforeMs } = filter
  const isBounded = filter.id !== undefined || filter.afterId !== undefined || filter.idRanges !== undefined
  if (fromMs !== undefined) {
    void query.whereRaw('+at_ms >= ?', [fromMs])
    if (!isBounded)
      void query.whereRaw('id >= (SELECT id FROM usage_logs WHERE at_ms >= ? ORDER BY at_ms LIMIT 1)', [
        fromMs - DISORDER_MS,
      ])
  }
  if (beforeMs !== undefined) {
    void query.whereRaw('+at_ms < ?', [beforeMs])
    if (!isBounded)
      void query.whereRaw('id <= (SELECT id FROM usage_logs WHERE at_ms < ? ORDER BY at_ms DESC LIMIT 1)', [
        beforeMs + DISORDER_MS,
      ])
  }
}

/**
 * Adds a condition on the request. Charges and failed attempts have separate indexes, so that a charge is only written
 * to one.
 */
export function whereRequest(query: Knex.QueryBuilder, requestId: string): void {
  void query
    .whereRaw('(request_id = ? AND type = 2)', [requestId])
    .orWhereRaw('(request_id = ? AND type <> 2)', [requestId])
}

/** Adds ranges of ids. The outer bounds keep a database that scans the ids from scanning all of them. */
function whereRanges(query: Knex.QueryBuilder, ranges: NonNullable<LogFilter['idRanges']>): void {
  const [first] = ranges
  if (first !== undefined && ranges.length === 1) {
    void query.whereBetween('id', [first.from, first.to])
    return
  }
  void query
    .where('id', '>=', Math.min(...ranges.map(({ from }) => from)))
    .where('id', '<=', Math.max(...ranges.map(({ to }) => to)))
    .where((either) => {
      for (const { from, to } of ranges) void either.orWhereBetween('id', [from, to])
    })
}

/** Adds a condition on the model: equality, unless the caller put `%` at an end. */
function whereModel(query: Knex.QueryBuilder, text: string): void {
  const { name, isOpenBefore, isOpenAfter } = readModelPattern(text)
  if (!isOpenBefore && !isOpenAfter) void query.where('model', name)
  else
    void query.whereRaw("model LIKE ? ESCAPE '\\'", [
      `${isOpenBefore ? '%' : ''}${escapeLike(name)}${isOpenAfter ? '%' : ''}`,
    ])
}
