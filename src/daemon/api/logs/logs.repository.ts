import type { Knex } from 'knex'
import { escapeLike } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'
import { storedBeginnings } from '../../ledger/log-event.ts'
import { readModelPattern } from './model-pattern.ts'

/** One row of `usage_logs`. Money in `quota` is thousandths. */
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
}

export const CONSUMPTION = 2

/** Which rows are wanted; absent = all. */
export interface LogFilter {
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

/** Sums over consumption rows. `quota` is in thousandths. */
export interface LogSums {
  readonly quota: bigint
  readonly promptTokens: number
  readonly completionTokens: number
  readonly calls: number
}

/** Counting stops here: nobody pages that far, and counting everything would read the whole table. */
export const COUNT_MAX = 100_000

export const logsRepository = (db: Knex) => {
  const matching = (filter: LogFilter) => matchingLogs(db, filter)
  return {
    /** Newest first. Everything but the explanation, which is long. */
    list: (filter: LogFilter, paging: Paging): Promise<LogRow[]> =>
      matching(filter)
        .orderBy('id', 'desc')
        .offset(paging.offset)
        .limit(paging.size)
        .select(...shownColumns) as unknown as Promise<LogRow[]>,

    /** Oldest first, for following the log. Everything but the explanation. */
    listOldest: (filter: LogFilter, limit: number): Promise<LogRow[]> =>
      matching(filter)
        .orderBy('id')
        .limit(limit)
        .select(...shownColumns) as unknown as Promise<LogRow[]>,

    /** @returns at most {@link COUNT_MAX} */
    async count(filter: LogFilter): Promise<number> {
      const some = matching(filter).select(db.raw('1 AS one')).limit(COUNT_MAX)
      const [row] = await db.from(some.as('some')).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    async sum(filter: LogFilter): Promise<LogSums> {
      const [row] = await matching({ ...filter, type: CONSUMPTION }).select<SumRow[]>(
        db.raw('CAST(coalesce(sum(quota), 0) AS TEXT) AS quota'),
        db.raw('CAST(coalesce(sum(prompt_tokens), 0) AS TEXT) AS prompt_tokens'),
        db.raw('CAST(coalesce(sum(completion_tokens), 0) AS TEXT) AS completion_tokens'),
        db.raw('CAST(count(*) AS TEXT) AS calls'),
      )
      return {
        quota: BigInt(row?.quota ?? 0),
        promptTokens: Number(row?.prompt_tokens ?? 0),
        completionTokens: Number(row?.completion_tokens ?? 0),
        calls: Number(row?.calls ?? 0),
      }
    },

    /** All rows of one call, oldest first, with the explanation. */
    ofRequest: (requestId: string): Promise<LogRow[]> =>
      db<LogRow>('usage_logs')
        .where((either) => whereRequest(either, requestId))
        .orderBy('id')
        .select('*') as unknown as Promise<LogRow[]>,

    /** Deletes the oldest rows before a time, at most `limit` of them. @returns how many went */
    async removeOldest(beforeMs: number, limit: number): Promise<number> {
      const oldest = db('usage_logs').where('at_ms', '<', beforeMs).orderBy('at_ms').limit(limit).select('id')
      return db('usage_logs').whereIn('id', oldest).delete()
    },

    async idOfUser(username: string): Promise<number | undefined> {
      const row = await db('users').where({ username }).first<{ id: number } | undefined>('id')
      return row?.id
    },

    /** Names of the channels that still exist. */
    async channelNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const wanted = [...new Set(ids)].filter((id) => id !== 0)
      if (wanted.length === 0) return new Map()
      const rows = await db('channels')
        .whereIn('id', wanted)
        .select<{ id: number; name: string }[]>('id', 'name')
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

/** Rows that match, in no order. */
export const matchingLogs = (db: Knex, filter: LogFilter) =>
  db<LogRow>('usage_logs').where((query) => applyFilter(query, filter))

interface SumRow {
  quota: string
  prompt_tokens: string
  completion_tokens: string
  calls: string
}

const shownColumns = [
  'id',
  'request_id',
  'at_ms',
  'type',
  'user_id',
  'username',
  'token_id',
  'token_name',
  'channel_id',
  'group_name',
  'model',
  'prompt_tokens',
  'completion_tokens',
  'quota',
  'is_stream',
  'use_time_ms',
  'ip',
  'usage_source',
  'content',
  'other',
] as const satisfies readonly (keyof LogRow)[]

function applyFilter(query: Knex.QueryBuilder, filter: LogFilter): void {
  const equal: readonly (readonly [keyof LogRow, string | number | undefined])[] = [
    ['user_id', filter.userId],
    ['token_id', filter.tokenId],
    ['username', filter.username || undefined],
    ['token_name', filter.tokenName || undefined],
    ['group_name', filter.group || undefined],
    ['channel_id', filter.channelId || undefined],
  ]
  for (const [column, value] of equal) if (value !== undefined) void query.where(column, value)
  // As text of the statement, so that the partial index of failures can serve it.
  if (filter.type) void query.whereRaw(`type = ${Math.trunc(filter.type)}`)
  if (filter.fromMs !== undefined) whereFrom(query, filter.fromMs)
  if (filter.beforeMs !== undefined) whereBefore(query, filter.beforeMs)
  if (filter.afterId !== undefined) void query.where('id', '>', filter.afterId)
  if (filter.upToId !== undefined) void query.where('id', '<=', filter.upToId)
  if (filter.idRanges) whereRanges(query, filter.idRanges)
  if (filter.model) whereModel(query, filter.model)
  if (filter.requestId) void query.where((either) => whereRequest(either, filter.requestId ?? ''))
  const keyword = filter.keyword ?? ''
  if (keyword !== '')
    void query.where((either) => {
      void either
        .whereRaw("content LIKE ? ESCAPE '\\'", [`${escapeLike(keyword)}%`])
        .orWhere('request_id', keyword)
      for (const beginning of storedBeginnings(keyword))
        void either.orWhereRaw("other LIKE ? ESCAPE '\\'", [`${escapeLike(beginning)}%`])
      if (/^[1-6]$/.test(keyword)) void either.orWhere('type', Number(keyword))
    })
}

/** Ids grow with time, but for calls that end while others do and clocks that differ a little. */
const DISORDER_MS = 86_400_000

/** The bound by id keeps a walk along the ids, such as that of one user's rows, from leaving the time. */
function whereFrom(query: Knex.QueryBuilder, fromMs: number): void {
  void query
    .where('at_ms', '>=', fromMs)
    .whereRaw('id >= (SELECT id FROM usage_logs WHERE at_ms >= ? ORDER BY at_ms LIMIT 1)', [
      fromMs - DISORDER_MS,
    ])
}

function whereBefore(query: Knex.QueryBuilder, beforeMs: number): void {
  void query
    .where('at_ms', '<', beforeMs)
    .whereRaw('id <= (SELECT id FROM usage_logs WHERE at_ms < ? ORDER BY at_ms DESC LIMIT 1)', [
      beforeMs + DISORDER_MS,
    ])
}

/** Charges and failed attempts have an index each, so that a charge is written into one only. */
function whereRequest(query: Knex.QueryBuilder, requestId: string): void {
  void query
    .whereRaw('(request_id = ? AND type = 2)', [requestId])
    .orWhereRaw('(request_id = ? AND type <> 2)', [requestId])
}

/** The outer bounds keep a database that walks along the ids from walking along all of them. */
function whereRanges(query: Knex.QueryBuilder, ranges: NonNullable<LogFilter['idRanges']>): void {
  void query
    .where('id', '>=', Math.min(...ranges.map(({ from }) => from)))
    .where('id', '<=', Math.max(...ranges.map(({ to }) => to)))
    .where((either) => {
      for (const { from, to } of ranges) void either.orWhereBetween('id', [from, to])
    })
}

/** Equality, unless the caller put `%` at an end. */
function whereModel(query: Knex.QueryBuilder, text: string): void {
  const { name, isOpenBefore, isOpenAfter } = readModelPattern(text)
  if (!isOpenBefore && !isOpenAfter) void query.where('model', name)
  else
    void query.whereRaw("model LIKE ? ESCAPE '\\'", [
      `${isOpenBefore ? '%' : ''}${escapeLike(name)}${isOpenAfter ? '%' : ''}`,
    ])
}
