import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useSave } from '../../api/use-save.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { messagesKey } from './use-messages.ts'

export type MessageCreate = components['schemas']['MessageCreate']
export type MessageUpdate = components['schemas']['MessageUpdate']

/** Everything that shows messages; the sender may be among the recipients. */
const shownIn = [messagesKey, inboxKey]

/** Sends a message to its recipients. */
export function useCreateMessage() {
  const { t } = useTranslation('messages')
  return useSave(
    shownIn,
    (body: MessageCreate) => dataOf(api.POST('/api/admin/messages', { body })),
    ({ stats }) => t('created', { count: stats.total_recipients }),
  )
}

/** Changes title, content and format; who has read it stays. */
export function useUpdateMessage() {
  return useSave(shownIn, ({ id, body }: { readonly id: number; readonly body: MessageUpdate }) =>
    dataOf(api.PUT('/api/admin/messages/{id}', { params: { path: { id } }, body })),
  )
}
