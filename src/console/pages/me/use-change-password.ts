import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'

/** Every other session and the system access token end with the old password. */
export function useChangePassword() {
  return useMutation({
    mutationFn: ({ original, password }: { readonly original: string; readonly password: string }) =>
      answerOf(api.PUT('/api/user/self', { body: { original_password: original, password } })),
    onSuccess: () => void toast.success(phrase('me:password.done')),
    meta: { isShownInPlace: true },
  })
}
