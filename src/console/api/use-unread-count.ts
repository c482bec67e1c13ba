import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '../state/session.ts'
import { api, dataOf } from './client.ts'

const POLL_MS = 30_000

/** Everything that depends on the user's messages: refreshed together once one of them is read. */
export const inboxKey = ['inbox'] as const

/**
 * How many messages the user has not opened: now, and every 30 seconds while the tab can be seen. Undefined until it is
 * known; a poll that fails leaves the last number.
 */
export function useUnreadCount(user: SessionUser): number | undefined {
  const { data } = useQuery({
    queryKey: [...inboxKey, 'unread', user.id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/messages/unread_count', { signal })),
    refetchInterval: POLL_MS,
    // Every page draws the bar again, which alone is no reason to ask.
    staleTime: POLL_MS,
    retry: false,
    meta: { isPolled: true },
  })
  return data?.unread_count
}
