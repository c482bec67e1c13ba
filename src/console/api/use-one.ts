import { type UseQueryResult, useQuery } from '@tanstack/react-query'

/**
 * Reads one object for a form, again each time the form opens.
 *
 * @param key prefix of all query keys for this kind of object
 * @param id undefined = nothing to read
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
