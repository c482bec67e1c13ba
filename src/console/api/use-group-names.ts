import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client.ts'

/** Reads the names of all price groups, sorted. Administrators only. */
export function useGroupNames() {
  return useQuery({
    queryKey: ['group-names'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/group/', { signal })),
    staleTime: 60_000,
  })
}
