import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answerOf, api } from '../../api/client.ts'
import { sayDone } from '../../api/say-done.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { type Message, messagesKey } from './use-messages.ts'

/** Deletes a message and all its receipts. */
export function useDeleteMessage() {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<Message, 'id' | 'title'>) =>
      answerOf(api.DELETE('/api/admin/messages/{id}', { params: { path: { id } } })),
    onSuccess: (_answer, { title }) => sayDone({ text: t('deleted', { title }) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: messagesKey }),
        queryClient.invalidateQueries({ queryKey: inboxKey }),
      ]),
  })
}
