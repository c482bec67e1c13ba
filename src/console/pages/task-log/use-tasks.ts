import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { TaskFilters } from '../../components/tasks/task-address.ts'
import { useTaskList, useTasksWithOpenRow, withoutEmpty } from '../../components/tasks/use-task-list.ts'

/** A music or video task; its times are unix seconds. The channel is only included for administrators. */
export type Task = components['schemas']['TaskRow']

interface Paging {
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

function readTasks(
  { id, status, action, platform, channel, range }: TaskFilters,
  isAdmin: boolean,
  { page, pageSize }: Paging,
  signal?: AbortSignal,
) {
  const query = {
    ...withoutEmpty({
      task_id: id,
      status,
      action,
      platform,
      channel_id: isAdmin ? channel : '',
      start_timestamp: range.from,
      end_timestamp: range.to,
    }),
    p: page,
    page_size: pageSize,
  }
  const init = { params: { query }, ...(signal && { signal }) }
  return dataOf(isAdmin ? api.GET('/api/task/', init) : api.GET('/api/task/self', init))
}

/** Reads one page of tasks, newest first; polled while one of them is open. */
export const useTasks = (filters: TaskFilters, isAdmin: boolean, { page, pageSize }: Paging) =>
  useTaskList<Task>(['others', filters, isAdmin, page, pageSize], (signal) =>
    readTasks(filters, isAdmin, { page, pageSize }, signal),
  )

/** Reads every task that matches the filters. */
export const readAllTasks = (filters: TaskFilters, isAdmin: boolean): Promise<readonly Task[]> =>
  readAllPages((page) => readTasks(filters, isAdmin, page))

/** Returns the rows of a page, with the open one. */
export const useTasksWithOpen = (
  rows: readonly Task[] | undefined,
  openRow: number | undefined,
  isAdmin: boolean,
) =>
  useTasksWithOpenRow(rows, {
    id: openRow,
    key: ['others', isAdmin],
    read: (id, signal) => {
      const init = { params: { query: { id } }, signal }
      return dataOf(isAdmin ? api.GET('/api/task/', init) : api.GET('/api/task/self', init))
    },
  })
