import { useQuery } from '@tanstack/react-query'
import { useSessionUser } from '../state/session.ts'
import { api, dataOf } from './client.ts'

/** Reads the names of the models that the user can call, as used by clients. */
export function useOwnModels() {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['own-models'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/models', { signal })),
    enabled: user !== undefined,
    staleTime: 60_000,
  })
}
