import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { usersKey } from './use-users.ts'

/** One account, read anew each time a form opens; undefined id = nothing to read. */
export function useUser(id: number | undefined) {
  return useQuery({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
