import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { inboxKey } from '../../api/use-unread-count.ts'

/** A message as its recipient sees it. */
export type InboxMessage = components['schemas']['InboxMessage']

export const INBOX_PAGE_SIZE = 10

/**
 * Reads one page of the user's messages, newest first.
 * @param page from 1
 * @param isUnreadOnly leaves out those that were read
 */
export function useInbox(page: number, isUnreadOnly: boolean) {
  const unread = isUnreadOnly ? { unread: true } : {}
  return useQuery({
    queryKey: [...inboxKey, 'list', isUnreadOnly, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/user/messages', {
          params: { query: { p: page, page_size: INBOX_PAGE_SIZE, ...unread } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
