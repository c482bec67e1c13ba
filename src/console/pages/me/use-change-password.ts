import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'

interface PasswordChange {
  readonly original: string
  readonly password: string
  /** Named access tokens are revoked as well. */
  readonly isRevoking: boolean
}

/** Changes the password, which ends every other session and the system access token. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ original, password, isRevoking }: PasswordChange) =>
      answerOf(
        api.PUT('/api/user/self', {
          body: {
            original_password: original,
            password,
            ...(isRevoking ? {} : { keep_access_tokens: true }),
          },
        }),
      ),
    onSuccess: () => {
      toast.success(phrase('me:password.done'))
      return queryClient.invalidateQueries({ queryKey: ['sessions'] })
    },
    meta: { isShownInPlace: true },
  })
}
