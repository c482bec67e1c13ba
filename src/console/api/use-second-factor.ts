import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client.ts'

export const secondFactorKey = ['second-factor'] as const

/** Reads the account's second factors, and the ways in which it can prove its identity again. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/second_factor', { signal })),
    staleTime: 0,
  })
