import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { messagesKey } from './use-messages.ts'

/** Deletes a message and every receipt of it. */
export function useDeleteMessage() {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      answerOf(api.DELETE('/api/admin/messages/{id}', { params: { path: { id } } })),
    onSuccess: () => void toast.success(t('deleted')),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: messagesKey }),
        queryClient.invalidateQueries({ queryKey: inboxKey }),
      ]),
  })
}
