import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OpenRow, useRowsWithOpen } from '../list/use-rows-with-open.ts'
import { isOpen, type TaskStatus } from './task-labels.ts'

/** The daemon polls providers every 15 seconds; with this interval the console shows changes soon after. */
export const OPEN_TASKS_MS = 5_000

interface TaskPage<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

interface Listed {
  readonly id: number
  readonly status: TaskStatus
}

const pace = <Row extends Listed>(page: Pick<TaskPage<Row>, 'items'> | undefined): number | false =>
  page?.items.some(({ status }) => isOpen(status)) ? OPEN_TASKS_MS : false

/** Reads one page of tasks, repeatedly while one of them is open and the page is visible. */
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

/** Returns the rows of a page and the open row, which is fetched repeatedly until its task has ended. */
export const useTasksWithOpenRow = <Row extends Listed>(
  rows: readonly Row[] | undefined,
  { key, ...open }: Omit<OpenRow<Row>, 'refetchInterval'>,
): readonly Row[] | undefined =>
  useRowsWithOpen(rows, { ...open, key: ['tasks', ...key], refetchInterval: pace })

/** Returns the query parameters that are set. */
export const withoutEmpty = <Entries extends Readonly<Record<string, string | number | undefined>>>(
  entries: Entries,
) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== '' && value !== undefined)) as {
    readonly [Name in keyof Entries]?: Exclude<Entries[Name], undefined>
  }
