import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { messagesKey } from './use-messages.ts'

export const RECIPIENTS_PAGE_SIZE = 10

/** Reads the recipients of a message, and when each opened it. @param page from 1 */
export function useMessageRecipients(id: number, page: number) {
  return useQuery({
    queryKey: [...messagesKey, 'recipients', id, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/admin/messages/{id}/recipients', {
          params: { path: { id }, query: { p: page, page_size: RECIPIENTS_PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
