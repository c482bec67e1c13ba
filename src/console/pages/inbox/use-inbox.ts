import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { inboxKey } from '../../api/use-unread-count.ts'

/** A message as its recipient sees it. */
export type InboxMessage = components['schemas']['InboxMessage']

export const INBOX_PAGE_SIZE = 10

/** One page of the user's messages, newest first. @param page from 1 */
export function useInbox(page: number) {
  return useQuery({
    queryKey: [...inboxKey, 'list', page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/user/messages', {
          params: { query: { p: page, page_size: INBOX_PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
