import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** Interval at which the log is polled for the first call. */
const LOOK_MS = 1_500
const TOKEN_NAME = 'first'

/**
 * Returns the token for the first request: the newest enabled one, so that a reload creates no second one, else a new
 * one.
 */
export const useFirstToken = () =>
  useQuery({
    queryKey: ['setup', 'token'],
    queryFn: async ({ signal }) => {
      const { items } = await dataOf(
        api.GET('/api/token/', { params: { query: { p: 1, size: 10 } }, signal }),
      )
      const found = items.find((token) => token.status === 1)
      return found ?? dataOf(api.POST('/api/token/', { body: { name: TOKEN_NAME, remain_quota: 500_000 } }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })

/** Returns the newest call made with the token, polled until there is one. */
export const useFirstCall = (tokenName: string | undefined) =>
  useQuery({
    queryKey: ['setup', 'call', tokenName],
    queryFn: async ({ signal }) => {
      const query = { token_name: tokenName ?? '', p: 1, page_size: 1 }
      const { items } = await dataOf(api.GET('/api/log/self', { params: { query }, signal }))
      return items[0] ?? null
    },
    enabled: tokenName !== undefined,
    // A failed call may be followed by a successful one.
    refetchInterval: ({ state }) => (state.data?.type === 2 ? false : LOOK_MS),
  })
