import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { messagesKey } from './use-messages.ts'

export type MessageCreate = components['schemas']['MessageCreate']
export type MessageUpdate = components['schemas']['MessageUpdate']

/** Everything that shows messages; the sender may be among the recipients. */
function useRefresh(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [messagesKey, inboxKey].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
    )
}

export function useCreateMessage() {
  const { t } = useTranslation('messages')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: MessageCreate) => dataOf(api.POST('/api/admin/messages', { body })),
    onSuccess: async ({ stats }) => {
      toast.success(t('created', { count: stats.total_recipients }))
      await refresh()
    },
    meta: { isShownInPlace: true },
  })
}

export function useUpdateMessage() {
  const { t } = useTranslation('messages')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: number; readonly body: MessageUpdate }) =>
      dataOf(api.PUT('/api/admin/messages/{id}', { params: { path: { id } }, body })),
    onSuccess: async () => {
      toast.success(t('updated'))
      await refresh()
    },
    meta: { isShownInPlace: true },
  })
}
