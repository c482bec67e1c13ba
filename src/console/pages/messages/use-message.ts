import { api, dataOf } from '../../api/client.ts'
import { useOne } from '../../api/use-one.ts'
import { messagesKey } from './use-messages.ts'

/** One message, read again each time it is opened; undefined id = nothing to read. */
export const useMessage = (id: number | undefined) =>
  useOne(messagesKey, id, (one, signal) =>
    dataOf(api.GET('/api/admin/messages/{id}', { params: { path: { id: one } }, signal })),
  )
