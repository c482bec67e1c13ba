import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

export type Account = components['schemas']['User']

/** The user's own account with its money, read again each time the page opens. */
export const useAccount = () =>
  useQuery({
    queryKey: ['self', 'account'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/self', { signal })),
    staleTime: 0,
    gcTime: 0,
  })
