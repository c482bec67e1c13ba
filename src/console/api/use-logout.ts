import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { phrase } from '../i18n/i18n.ts'
import { isProblem } from './api-problem.ts'
import { answerOf, api } from './client.ts'
import { useEndSession } from './use-end-session.ts'

/** Ends the session on the server, then in the browser. A session that is already gone counts as ended. */
export function useLogout() {
  const endSession = useEndSession()
  return useMutation({
    mutationFn: async () => {
      try {
        await answerOf(api.GET('/api/user/logout'))
      } catch (error) {
        if (!isProblem(error) || error.status !== 401) throw error
      }
    },
    onSuccess: () => {
      endSession()
      toast.success(phrase('shell.logoutDone'))
    },
  })
}
