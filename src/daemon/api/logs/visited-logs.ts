import type { Knex } from 'knex'
import { applyFilter, type LogFilter, type LogRow, matchingLogs } from './log-filter.ts'

/**
 * Where nothing is added up and no index leads to the rows, the log is searched, from the newest row on and no further
 * than so many rows: of the user, if one is named, else of the whole log.
 */
export const VISITED_MAX = 50_000

/** What leads to rows by an index, and what is left to compare. */
function divide(filter: LogFilter): { readonly base: LogFilter; readonly rest: LogFilter } {
  const { userId, fromMs, beforeMs, afterId, upToId, idRanges, requestId, ...rest } = filter
  return { base: { userId, fromMs, beforeMs, afterId, upToId, idRanges, requestId }, rest }
}

const newest = (db: Knex, filter: LogFilter) =>
  matchingLogs(db, divide(filter).base).orderBy('id', 'desc').limit(VISITED_MAX)

/** Matching rows among those that are visited. */
export const visitedLogs = (db: Knex, filter: LogFilter) => {
  const columns = [
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
    ...(filter.keyword ? (['content', 'other', 'quote_id'] as const) : []),
  ] as const satisfies readonly (keyof LogRow)[]
  const visited = newest(db, filter).select(...columns)
  return db.from(visited.as('visited')).where((query) => applyFilter(query, divide(filter).rest))
}

/** Whether there are older rows that were not looked at. */
export async function isVisitedOnly(db: Knex, filter: LogFilter): Promise<boolean> {
  const beyond = await newest(db, filter).offset(VISITED_MAX).limit(1).select('id')
  return beyond.length > 0
}
