import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** How often the log is looked at for the first call. */
const LOOK_MS = 1_500
const TOKEN_NAME = 'first'

/** The token of the first request: the newest enabled one, so that a reload makes no second one, else a new one. */
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

/** The newest call made with the token, looked for until there is one. */
export const useFirstCall = (tokenName: string | undefined) =>
  useQuery({
    queryKey: ['setup', 'call', tokenName],
    queryFn: async ({ signal }) => {
      const query = { token_name: tokenName ?? '', p: 1, page_size: 1 }
      const { items } = await dataOf(api.GET('/api/log/self', { params: { query }, signal }))
      return items[0] ?? null
    },
    enabled: tokenName !== undefined,
    // A call that failed may be followed by one that does not.
    refetchInterval: ({ state }) => (state.data?.type === 2 ? false : LOOK_MS),
  })
