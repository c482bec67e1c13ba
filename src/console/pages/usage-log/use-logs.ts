import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useRowsWithOpen } from '../../components/list/use-rows-with-open.ts'
import { type LogFilters, toQuery } from './log-filters.ts'

/** One row of the log. The channel is only included for administrators. */
export type Log = components['schemas']['LogRow']

export interface LogPage {
  readonly filters: LogFilters
  readonly isAdmin: boolean
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Poll interval while the page is live. */
export const LIVE_MS = 3_000

/** Reads one page of rows, newest first. @throws ApiProblem */
export function readLogs({ filters, isAdmin, page, pageSize }: LogPage, signal?: AbortSignal) {
  const init = {
    params: { query: { ...toQuery(filters, isAdmin), p: page, page_size: pageSize } },
    ...(signal && { signal }),
  }
  return dataOf(isAdmin ? api.GET('/api/log/', init) : api.GET('/api/log/self', init))
}

export const useLogs = (page: LogPage, isLive: boolean) =>
  useQuery({
    queryKey: ['logs', 'list', page],
    queryFn: ({ signal }) => readLogs(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  })

/**
 * Returns the rows of a page and the open row, whatever the filters: the page shows today, and a link may lead to an
 * older row.
 */
export const useLogsWithOpen = (
  rows: readonly Log[] | undefined,
  openRow: number | undefined,
  isAdmin: boolean,
) =>
  useRowsWithOpen(rows, {
    id: openRow,
    key: ['logs', isAdmin],
    read: (id, signal) => {
      const init = { params: { query: { id } }, signal }
      return dataOf(isAdmin ? api.GET('/api/log/', init) : api.GET('/api/log/self', init))
    },
  })

/** A browser should not export more rows than this. */
export const EXPORT_MAX = 10_000

/** Reads every matching row, newest first, at most {@link EXPORT_MAX}. Rows added in the meantime are left out. */
export async function readAllLogs(filters: LogFilters, isAdmin: boolean): Promise<readonly Log[]> {
  const range = { ...filters.range, to: filters.range.to ?? Math.floor(Date.now() / 1000) }
  const pageSize = 100
  const all = new Map<number, Log>()
  for (let page = 1; ; page += 1) {
    const { items, total } = await readLogs({ filters: { ...filters, range }, isAdmin, page, pageSize })
    // Rows of the current second may still push others to the next page, so each row is only kept once.
    for (const row of items) all.set(row.id, row)
    if (items.length < pageSize || all.size >= Math.min(total, EXPORT_MAX)) return [...all.values()]
  }
}
