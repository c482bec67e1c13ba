import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

/** The user's own balance and its parts, in quota units. */
export type OwnBalance = components['schemas']['OwnBalance']

export const walletKey = ['wallet'] as const

export function useBalance() {
  return useQuery({
    queryKey: [...walletKey, 'balance'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/self/balance', { signal })),
    staleTime: 0,
  })
}
