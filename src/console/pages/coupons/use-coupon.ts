import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { couponsKey } from './use-coupons.ts'

/** One code, read anew each time a form opens; undefined id = nothing to read. */
export function useCoupon(id: number | undefined) {
  return useQuery({
    queryKey: [...couponsKey, 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/redemption/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
