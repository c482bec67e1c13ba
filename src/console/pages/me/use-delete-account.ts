import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useLocation } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'
import { links } from '../../routes.ts'
import { session } from '../../state/session.ts'
import { storedConversations } from '../../state/stored-conversations.ts'

/** Deactivates the own account for good and signs out. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/user/self')),
    onSuccess: () => {
      navigate(links.login())
      session.end()
      storedConversations.set(null)
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
      toast.success(phrase('me:delete.done'))
    },
    meta: { isShownInPlace: true },
  })
}
