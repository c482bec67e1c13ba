import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { walletKey } from './use-balance.ts'

/** What an amount costs, with two decimals; not asked for without one. */
export function useTopupQuote(amount: number | undefined) {
  return useQuery({
    queryKey: [...walletKey, 'quote', amount],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/api/user/amount', { body: { amount: amount ?? 0, top_up_code: '' }, signal })),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
