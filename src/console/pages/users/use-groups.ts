import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** Reads the names of all price groups. */
export function useGroups() {
  return useQuery({
    queryKey: ['groups'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/group/', { signal })),
    staleTime: 60_000,
  })
}
