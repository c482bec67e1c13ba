import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { tokensKey } from './use-tokens.ts'

/** One token, read anew each time a form opens; undefined id = nothing to read. */
export function useToken(id: number | undefined) {
  return useQuery({
    queryKey: [...tokensKey, 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/token/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
