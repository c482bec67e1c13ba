import { type UseQueryResult, useQuery } from '@tanstack/react-query'

/**
 * One object for a form, read again each time the form opens.
 *
 * @param key of everything that is read of its kind
 * @param id undefined = there is nothing to read
 */
export function useOne<One>(
  key: readonly string[],
  id: number | undefined,
  read: (id: number, signal: AbortSignal) => Promise<One>,
): UseQueryResult<One> {
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => read(id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
