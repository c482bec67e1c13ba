import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isOpen, type TaskStatus } from './task-labels.ts'

/** Vendors are asked every 15 seconds; what they said is on the screen soon after. */
export const OPEN_TASKS_MS = 5_000

interface TaskPage<Row> {
  readonly items: Row[]
  readonly total: number
}

/** One page of tasks. While one of them is open and somebody looks, it is read again and again. */
export const useTaskList = <Row extends { readonly status: TaskStatus }>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<TaskPage<Row>>,
) =>
  useQuery({
    queryKey: ['tasks', ...key],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => isOpen(status)) ? OPEN_TASKS_MS : false,
  })

/** Entries of a query that are set. */
export const withoutEmpty = <Entries extends Readonly<Record<string, string | number | undefined>>>(
  entries: Entries,
) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '' && value !== undefined)) as {
    readonly [Name in keyof Entries]?: Exclude<Entries[Name], undefined>
  }
