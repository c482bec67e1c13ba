import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { inboxKey } from '../../api/use-unread-count.ts'

export const inboxMessageKey = (id: number) => [...inboxKey, 'one', id] as const

/** Reads one of the user's messages. @param id undefined = nothing to read */
export function useInboxMessage(id: number | undefined) {
  return useQuery({
    queryKey: inboxMessageKey(id ?? 0),
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/user/messages/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
  })
}
