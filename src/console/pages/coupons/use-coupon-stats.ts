import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { couponsKey } from './use-coupons.ts'

/** Reads how many codes there are in each state, and their value. */
export function useCouponStats() {
  return useQuery({
    queryKey: [...couponsKey, 'stats'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/redemption/stats', { signal })),
  })
}
