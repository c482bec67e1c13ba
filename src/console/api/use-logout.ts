import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useLocation } from 'wouter'
import { phrase } from '../i18n/i18n.ts'
import { links } from '../routes.ts'
import { session } from '../state/session.ts'
import { storedConversations } from '../state/stored-conversations.ts'
import { isProblem } from './api-problem.ts'
import { answerOf, api } from './client.ts'

/** Ends the session on the server, then here. A session that is gone already counts as ended. */
export function useLogout() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: async () => {
      try {
        await answerOf(api.GET('/api/user/logout'))
      } catch (error) {
        if (!isProblem(error) || error.status !== 401) throw error
      }
    },
    onSuccess: () => {
      navigate(links.login())
      session.end()
      storedConversations.set(null)
      // Nothing of this user is shown to the next one.
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
      toast.success(phrase('shell.logoutDone'))
    },
  })
}
