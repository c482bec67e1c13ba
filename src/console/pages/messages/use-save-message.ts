import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { useSave } from '../../api/use-save.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { messagesKey } from './use-messages.ts'

export type MessageCreate = components['schemas']['MessageCreate']
export type MessageUpdate = components['schemas']['MessageUpdate']

/** Query keys of everything that shows messages, including the inbox, as senders can be recipients. */
const shownIn = [messagesKey, inboxKey]

/** Sends a message to its recipients. Happens only once, even if the form is sent again after a lost response. */
export function useCreateMessage() {
  const { t } = useTranslation('messages')
  const repeatName = useRepeatName()
  return useSave(
    shownIn,
    async (body: MessageCreate) => {
      const header = repeatName.of(body)
      const sent = await dataOf(api.POST('/api/admin/messages', { params: { header }, body }))
      repeatName.forget()
      return sent
    },
    ({ stats }) => t('created', { count: stats.total_recipients }),
  )
}

/** Changes title, content and format; read receipts are kept. */
export function useUpdateMessage() {
  return useSave(shownIn, ({ id, body }: { readonly id: number; readonly body: MessageUpdate }) =>
    dataOf(api.PUT('/api/admin/messages/{id}', { params: { path: { id } }, body })),
  )
}
