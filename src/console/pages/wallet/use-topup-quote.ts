import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { walletKey } from './use-balance.ts'

/** Reads the price and currency of an amount with a payment method; sends no request without an amount. */
export function useTopupQuote(amount: number | undefined, method: string | undefined) {
  return useQuery({
    queryKey: [...walletKey, 'quote', method, amount],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/user/amount', {
          body: {
            amount: amount ?? 0,
            top_up_code: '',
            ...(method !== undefined && { payment_method: method }),
          },
          signal,
        }),
      ),
    enabled: amount !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
