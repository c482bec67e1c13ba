import type { Knex } from 'knex'
import { readRows } from '../../call-log/read-rows.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { Paging } from '../../http/paging.ts'
import {
  applyFilter,
  CONSUMPTION,
  type LogFilter,
  type LogRow,
  matchingLogs,
  whereRequest,
} from './log-filter.ts'
import { findPage } from './log-pages.ts'
import { type BoundedSums, type LogSums, rowSums, type SumRow, sumLogs, toSums } from './log-totals.ts'

/** A page of the log, and the number of matching rows. */
export interface LogPage {
  readonly rows: LogRow[]
  readonly total: number
}

export const logsRepository = (db: Knex) => {
  const matching = (filter: LogFilter) => matchingLogs(db, filter)
  return {
    /**
     * Returns a page, newest first, without the long explanations. Reads only the rows that the page needs, whatever
     * its number.
     */
    page: (filter: LogFilter, { offset, size }: Paging): Promise<LogPage> =>
      inSnapshot(db, async (trx) => {
        const { ids, total } = await findPage(trx, filter, { offset, size })
        if (ids.length === 0) return { rows: [], total }
        const rows = await trx<LogRow>('usage_logs')
          .whereIn('id', ids)
          .orderBy('id', 'desc')
          .select(...shownColumns)
        return { rows: await readRows(trx, rows as LogRow[]), total }
      }),

    /** Returns rows for following the log, oldest first, without the explanations. */
    async listOldest(filter: LogFilter, limit: number): Promise<LogRow[]> {
      const rows: LogRow[] = await matching(filter)
        .orderBy('id')
        .limit(limit)
        .select(...shownColumns)
      return readRows(db, rows)
    },

    /** Sums the rows that match; without a type, only those of charged calls. */
    sum: (filter: LogFilter): Promise<BoundedSums> =>
      inSnapshot(db, (trx) => sumLogs(trx, { ...filter, type: filter.type || CONSUMPTION })),

    /** Sums the matching rows since a recent time from the rows themselves. @param fromMs unix milliseconds */
    async sumSince(filter: LogFilter, fromMs: number): Promise<LogSums> {
      const lately = db('usage_logs').where('at_ms', '>=', fromMs)
      const [row] = await db
        .withMaterialized('lately', lately)
        .from('lately')
        .where((query) =>
          applyFilter(query, {
            ...filter,
            type: filter.type || CONSUMPTION,
            fromMs: undefined,
            beforeMs: undefined,
          }),
        )
        .select<SumRow[]>(db.raw(rowSums))
      return toSums(row)
    },

    /** Returns all rows of one call, oldest first, with the explanation. */
    async ofRequest(requestId: string): Promise<LogRow[]> {
      const rows: LogRow[] = await db<LogRow>('usage_logs')
        .where((either) => whereRequest(either, requestId))
        .orderBy('id')
        .select('*')
      return readRows(db, rows)
    },

    async idOfUser(username: string): Promise<number | undefined> {
      const row = await db('users').where({ username }).first<{ id: number } | undefined>('id')
      return row?.id
    },

    /** Returns the names of those channels that still exist. */
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
  'quote_id',
] as const satisfies readonly (keyof LogRow)[]
