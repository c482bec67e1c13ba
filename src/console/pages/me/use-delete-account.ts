import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { useEndSession } from '../../api/use-end-session.ts'
import { phrase } from '../../i18n/i18n.ts'

/** Permanently deactivates the user's own account and signs them out. */
export function useDeleteAccount() {
  const endSession = useEndSession()
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/user/self')),
    onSuccess: () => {
      endSession()
      toast.success(phrase('me:delete.done'))
    },
    meta: { isShownInPlace: true },
  })
}
