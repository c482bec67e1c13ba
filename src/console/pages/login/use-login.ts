import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import { noteSignIn } from '../../state/factory-password.ts'
import { pendingSignIn } from '../../state/pending-sign-in.ts'

export interface Credentials {
  /** Username or linked email address. */
  readonly username: string
  readonly password: string
  /** Token of the human check, if the site requires one. */
  readonly turnstile?: string | undefined
}

/**
 * Signs in, or leads to the second step. Once signed in, the browser has the session cookie and the page knows the
 * user.
 */
export function useLogin() {
  const beginSession = useBeginSession()
  return useMutation({
    mutationFn: ({ turnstile, ...body }: Credentials) =>
      dataOf(api.POST('/api/user/login', { body, params: { query: turnstile ? { turnstile } : {} } })),
    onSuccess: (answer, { password }) => {
      const user = pendingSignIn.take(answer)
      if (!user) return
      noteSignIn(user, password)
      beginSession(user)
      // Shown from this hook because the form has already unmounted.
      toast.success(phrase('login:done'))
    },
    meta: { isShownInPlace: true },
  })
}
