import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client.ts'

export const secondFactorKey = ['second-factor'] as const

/** The second factors of the account, and what proves again who it is. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/second_factor', { signal })),
    staleTime: 0,
  })
