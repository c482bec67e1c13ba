import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { useSessionUser } from '../../state/session.ts'

/** Reads the exact terms of one model and the price table entry they come from; undefined name = nothing to read. */
export function useModelPrice(model: string | undefined) {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['pricing', user?.id ?? 0, 'model', model],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/pricing/model', { params: { query: { model: model ?? '' } }, signal })),
    enabled: model !== undefined,
    staleTime: 60_000,
  })
}
