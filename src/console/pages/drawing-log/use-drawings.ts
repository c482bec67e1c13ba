import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { TaskFilters } from '../../components/tasks/task-address.ts'
import { useTaskList, useTasksWithOpenRow, withoutEmpty } from '../../components/tasks/use-task-list.ts'

/** A drawing task; its times are unix milliseconds. The channel is only included for administrators. */
export type Drawing = components['schemas']['DrawingRow']

interface Paging {
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Returns the last millisecond of a second, because both ends of a range are inclusive. */
const endOf = (seconds: number | undefined) => seconds && seconds * 1000 + 999

function readDrawings(
  { id, status, action, channel, range }: TaskFilters,
  isAdmin: boolean,
  { page, pageSize }: Paging,
  signal?: AbortSignal,
) {
  const query = {
    ...withoutEmpty({
      mj_id: id,
      status,
      action,
      channel_id: isAdmin ? channel : '',
      start_timestamp: range.from && range.from * 1000,
      end_timestamp: endOf(range.to),
    }),
    p: page,
    page_size: pageSize,
  }
  const init = { params: { query }, ...(signal && { signal }) }
  return dataOf(isAdmin ? api.GET('/api/mj/', init) : api.GET('/api/mj/self', init))
}

/** Reads one page of drawing tasks, newest first; polled while one of them is open. */
export const useDrawings = (filters: TaskFilters, isAdmin: boolean, { page, pageSize }: Paging) =>
  useTaskList<Drawing>(['drawings', filters, isAdmin, page, pageSize], (signal) =>
    readDrawings(filters, isAdmin, { page, pageSize }, signal),
  )

/** Reads every task that matches the filters. */
export const readAllDrawings = (filters: TaskFilters, isAdmin: boolean): Promise<readonly Drawing[]> =>
  readAllPages((page) => readDrawings(filters, isAdmin, page))

/** Returns the rows of a page, with the open one. */
export const useDrawingsWithOpen = (
  rows: readonly Drawing[] | undefined,
  openRow: number | undefined,
  isAdmin: boolean,
) =>
  useTasksWithOpenRow(rows, {
    id: openRow,
    key: ['drawings', isAdmin],
    read: (id, signal) => {
      const init = { params: { query: { id } }, signal }
      return dataOf(isAdmin ? api.GET('/api/mj/', init) : api.GET('/api/mj/self', init))
    },
  })
