import type { Knex } from 'knex'
import { applyFilter, type LogFilter, type LogRow, matchingLogs } from './log-filter.ts'

/**
 * Maximum number of rows to search if there are neither sums nor an index for a filter. The search starts at the newest
 * row, of the user if the filter has one, otherwise of the whole log.
 */
export const VISITED_MAX = 50_000

/** Divides a filter into the conditions that an index supports and those that are compared row by row. */
function divide(filter: LogFilter): { readonly base: LogFilter; readonly rest: LogFilter } {
  const { userId, fromMs, beforeMs, afterId, upToId, idRanges, requestId, ...rest } = filter
  return { base: { userId, fromMs, beforeMs, afterId, upToId, idRanges, requestId }, rest }
}

const newest = (db: Knex, filter: LogFilter) =>
  matchingLogs(db, divide(filter).base).orderBy('id', 'desc').limit(VISITED_MAX)

/** Selects the matching rows among the newest {@link VISITED_MAX}. */
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

/** Reports whether there are older rows that were not searched. */
export async function isVisitedOnly(db: Knex, filter: LogFilter): Promise<boolean> {
  const beyond = await newest(db, filter).offset(VISITED_MAX).limit(1).select('id')
  return beyond.length > 0
}
