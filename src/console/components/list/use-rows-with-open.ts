import { useQuery } from '@tanstack/react-query'

interface RowPage<Row> {
  readonly items: readonly Row[]
}

/** The row that an address opens, and how it is read if the page that is shown does not have it. */
export interface OpenRow<Row> {
  readonly id: number | undefined
  /** The key of the list. */
  readonly key: readonly unknown[]
  read(id: number, signal: AbortSignal): Promise<RowPage<Row>>
  /** How often it is read again. */
  refetchInterval?(found: RowPage<Row> | undefined): number | false
}

/** The rows of a page. A row that is open but on another page comes first: links lead to it when newer rows have come. */
export function useRowsWithOpen<Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  { id, key, read, refetchInterval = () => false }: OpenRow<Row>,
): readonly Row[] | undefined {
  const isElsewhere = id !== undefined && rows?.every((row) => row.id !== id) === true
  const found = useQuery({
    queryKey: [...key, 'row', id],
    queryFn: ({ signal }) => read(id ?? 0, signal),
    enabled: isElsewhere,
    refetchInterval: ({ state }) => refetchInterval(state.data),
  })
  const open = isElsewhere ? (found.data?.items ?? []) : []
  return rows && [...open, ...rows]
}
