import { api, dataOf } from '../../api/client.ts'
import { useOne } from '../../api/use-one.ts'
import { messagesKey } from './use-messages.ts'

/** Reads one message, again each time it is opened; undefined ID = nothing to read. */
export const useMessage = (id: number | undefined) =>
  useOne(messagesKey, id, (one, signal) =>
    dataOf(api.GET('/api/admin/messages/{id}', { params: { path: { id: one } }, signal })),
  )
