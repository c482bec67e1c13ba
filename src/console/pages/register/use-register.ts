import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { useStatus } from '../../api/use-status.ts'
import { phrase } from '../../i18n/i18n.ts'
import { inviteCode } from '../../state/invite-code.ts'

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly confirmPassword: string
  /** Present if the site requires a verified address. */
  readonly email?: string
  readonly code?: string
  /** Token of the human check; empty if the site requires none. */
  readonly turnstile: string
}

/** Creates an account and signs in with it; this uses up the invite code. */
export function useRegister() {
  const beginSession = useBeginSession()
  // Otherwise the account is created, and its owner signs in another way.
  const signsIn = useStatus().data?.password_login_enabled !== false
  return useMutation({
    mutationFn: ({ username, password, confirmPassword, email, code, turnstile }: NewAccount) => {
      const affCode = inviteCode.get()
      return dataOf(
        api.POST('/api/user/register', {
          params: { query: turnstile === '' ? {} : { turnstile } },
          body: {
            username,
            password,
            password2: confirmPassword,
            ...(email === undefined ? {} : { email, verification_code: code ?? '' }),
            ...(affCode === '' ? {} : { aff_code: affCode }),
          },
        }),
      )
    },
    onSuccess: (user) => {
      inviteCode.forget()
      if (signsIn) beginSession(user)
      // Shown from this hook because the form has already unmounted.
      toast.success(phrase('register:done'))
    },
    meta: { isShownInPlace: true },
  })
}
