import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { TaskFilters } from '../../components/tasks/task-address.ts'
import { useTaskList, useTasksWithOpenRow, withoutEmpty } from '../../components/tasks/use-task-list.ts'

/** A drawing task; its times are unix milliseconds. Without channel for those who are no administrators. */
export type Drawing = components['schemas']['DrawingRow']

interface Paging {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** The last millisecond of a second: both ends of a range are meant. */
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

/** One page of drawing tasks, newest first; read again while one of them is open. */
export const useDrawings = (filters: TaskFilters, isAdmin: boolean, { page, pageSize }: Paging) =>
  useTaskList<Drawing>(['drawings', filters, isAdmin, page, pageSize], (signal) =>
    readDrawings(filters, isAdmin, { page, pageSize }, signal),
  )

/** Every task of the filtered set. */
export const readAllDrawings = (filters: TaskFilters, isAdmin: boolean): Promise<readonly Drawing[]> =>
  readAllPages((page) => readDrawings(filters, isAdmin, page))

/** The rows of a page, with the open one. */
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
