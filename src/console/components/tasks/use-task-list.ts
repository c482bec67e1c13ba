import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isOpen, type TaskStatus } from './task-labels.ts'

/** Vendors are asked every 15 seconds; what they said is on the screen soon after. */
export const OPEN_TASKS_MS = 5_000

interface TaskPage<Row> {
  readonly items: Row[]
  readonly total: number
}

interface Listed {
  readonly id: number
  readonly status: TaskStatus
}

const pace = <Row extends Listed>(page: TaskPage<Row> | undefined): number | false =>
  page?.items.some(({ status }) => isOpen(status)) ? OPEN_TASKS_MS : false

/** One page of tasks. While one of them is open and somebody looks, it is read again and again. */
export const useTaskList = <Row extends Listed>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<TaskPage<Row>>,
) =>
  useQuery({
    queryKey: ['tasks', ...key],
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pace(state.data),
  })

/** The row that an address opens, and how it is read if the page that is shown does not have it. */
interface OpenRow<Row> {
  readonly id: number | undefined
  readonly key: readonly unknown[]
  read(id: number, signal: AbortSignal): Promise<TaskPage<Row>>
}

/** The rows of a page. A row that is open but on another page comes first: links lead to it when newer tasks have come. */
export function useRowsWithOpen<Row extends Listed>(
  rows: readonly Row[] | undefined,
  { id, key, read }: OpenRow<Row>,
): readonly Row[] | undefined {
  const isElsewhere = id !== undefined && rows?.every((row) => row.id !== id) === true
  const found = useQuery({
    queryKey: ['tasks', ...key, 'row', id],
    queryFn: ({ signal }) => read(id ?? 0, signal),
    enabled: isElsewhere,
    refetchInterval: ({ state }) => pace(state.data),
  })
  const open = isElsewhere ? (found.data?.items ?? []) : []
  return rows && [...open, ...rows]
}

/** Entries of a query that are set. */
export const withoutEmpty = <Entries extends Readonly<Record<string, string | number | undefined>>>(
  entries: Entries,
) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '' && value !== undefined)) as {
    readonly [Name in keyof Entries]?: Exclude<Entries[Name], undefined>
  }
