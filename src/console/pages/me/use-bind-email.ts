import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'

/** Links an email address with the code that was sent to it. */
export function useBindEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (query: { readonly email: string; readonly code: string }) =>
      answerOf(api.GET('/api/oauth/email/bind', { params: { query } })),
    onSuccess: () => {
      // Shown from this hook because the dialog has already closed.
      toast.success(phrase('me:email.bound'))
      return queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
