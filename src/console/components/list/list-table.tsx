import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailure } from '../load-failure.tsx'
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx'
import { type ListPaging, useLastPage } from './use-list-paging.ts'

/** A page of a list from the API as a table, or the reason why it could not be loaded. */
export function ListTable<Row>({
  list,
  paging,
  failed,
  ...table
}: Omit<DataTableProps<Row>, 'isStale' | 'paging'> & {
  readonly list: UseQueryResult<{ readonly total: number }>
  readonly paging: ListPaging
  /** What could not be loaded, if the reason alone does not make it clear. */
  readonly failed?: string | undefined
}) {
  const isPassed = useLastPage(paging, list, table.rows?.length)
  if (list.isError && table.rows === undefined) return <LoadFailure query={list} head={failed} />
  return (
    <DataTable
      {...table}
      rows={isPassed ? undefined : table.rows}
      isStale={list.isPlaceholderData}
      paging={{ ...paging, total: list.data?.total ?? 0 }}
    />
  )
}
