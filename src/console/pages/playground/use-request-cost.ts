import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** The row is written after the response was sent; it is looked up this often, at this interval. */
const LOOKS = 8
const LOOK_MS = 750

/**
 * Reads the log row of a call; null when there is none (the site may keep no log).
 * @param requestId undefined while the call is running
 */
export function useRequestCost(requestId: string | undefined) {
  return useQuery({
    queryKey: ['request-cost', requestId],
    queryFn: async ({ signal }) => {
      const { items } = await dataOf(
        api.GET('/api/log/self', { params: { query: { request_id: requestId ?? '', type: 2 } }, signal }),
      )
      return items[0] ?? null
    },
    enabled: requestId !== undefined,
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= LOOKS ? false : LOOK_MS),
    // The charge is final.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
  })
}
