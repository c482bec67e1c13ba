import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { useStatus } from '../../api/use-status.ts'
import { inboxKey } from '../../api/use-unread-count.ts'
import { ROLE, useSessionUser } from '../../state/session.ts'
import type { InboxMessage } from './use-inbox.ts'
import { inboxMessageKey } from './use-inbox-message.ts'

/** Marks a message as read as soon as it is shown. On a demo site it stays unread. */
export function useReadMessage(message: InboxMessage): void {
  const queryClient = useQueryClient()
  const isDemo = useStatus().data?.demo_site_enabled === true
  const isRoot = useSessionUser()?.role === ROLE.root
  const mayChange = !isDemo || isRoot
  const { mutate } = useMutation({
    mutationFn: (id: number) => dataOf(api.PUT('/api/user/messages/{id}/read', { params: { path: { id } } })),
    onSuccess: async (read) => {
      queryClient.setQueryData(inboxMessageKey(read.id), read)
      await queryClient.invalidateQueries({ queryKey: inboxKey })
    },
  })
  const isUnread = !message.is_read
  useEffect(() => {
    if (isUnread && mayChange) mutate(message.id)
  }, [isUnread, mayChange, message.id, mutate])
}
