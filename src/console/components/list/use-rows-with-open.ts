import { useQuery } from '@tanstack/react-query'

interface RowPage<Row> {
  readonly items: readonly Row[]
}

/** The row that the address opens, and how to fetch it if it is not on the current page. */
export interface OpenRow<Row> {
  readonly id: number | undefined
  /** Query key of the list. */
  readonly key: readonly unknown[]
  read(id: number, signal: AbortSignal): Promise<RowPage<Row>>
  /** Milliseconds until the row is fetched again; false = never. */
  refetchInterval?(found: RowPage<Row> | undefined): number | false
}

/**
 * Returns the rows of a page. If the open row is on another page, it comes first, so that a link still works when newer
 * rows have come in.
 */
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
