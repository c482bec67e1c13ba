import { useQuery } from '@tanstack/react-query'
import type { SessionUser } from '../state/session.ts'
import { api, dataOf } from './client.ts'

const POLL_MS = 30_000

/** Query key of everything that depends on the user's messages: refreshed together when one of them is read. */
export const inboxKey = ['inbox'] as const

/**
 * Counts the user's unread messages: now, and every 30 seconds while the tab is visible. Undefined until the first
 * response; a failed poll leaves the last number.
 */
export function useUnreadCount(user: SessionUser): number | undefined {
  const { data } = useQuery({
    queryKey: [...inboxKey, 'unread', user.id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/messages/unread_count', { signal })),
    refetchInterval: POLL_MS,
    // Every page mounts the top bar again, which alone is no reason to refetch.
    staleTime: POLL_MS,
    retry: false,
    meta: { isPolled: true },
  })
  return data?.unread_count
}
