import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

/** The row is written after the answer has gone out; it is looked for this often, this far apart. */
const LOOKS = 8
const LOOK_MS = 750

/**
 * The row of the log that a call left behind; null when there is none (the site may write no log).
 * @param requestId undefined while the call runs
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
    // What was charged does not change any more.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
  })
}
