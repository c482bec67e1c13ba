import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { messagesKey } from './use-messages.ts'

/** One message, read anew each time it is opened; undefined id = nothing to read. */
export function useMessage(id: number | undefined) {
  return useQuery({
    queryKey: [...messagesKey, 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/admin/messages/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
