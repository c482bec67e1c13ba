import { useQuery } from '@tanstack/react-query'
import { useSessionUser } from '../state/session.ts'
import { api, dataOf } from './client.ts'

/** Reads the price groups that the user may choose: name to description and ratio. */
export function useOwnGroups() {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['own-groups'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/self/groups', { signal })),
    enabled: user !== undefined,
    staleTime: 60_000,
  })
}
