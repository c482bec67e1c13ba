import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { signedInUser } from '../../api/signed-in-user.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import { noteSignIn } from '../../state/factory-password.ts'

export interface Credentials {
  /** Name or bound e-mail address. */
  readonly username: string
  readonly password: string
  /** Token of the human check, where the site asks for one. */
  readonly turnstile?: string | undefined
}

/** Signs in; from then on the browser has the session cookie and this page knows whose it is. */
export function useLogin() {
  const beginSession = useBeginSession()
  return useMutation({
    mutationFn: async ({ turnstile, ...body }: Credentials) =>
      signedInUser(
        await dataOf(
          api.POST('/api/user/login', { body, params: { query: turnstile ? { turnstile } : {} } }),
        ),
      ),
    onSuccess: (user, { password }) => {
      noteSignIn(user, password)
      beginSession(user)
      // Here and not where it is called: the form is gone by now.
      toast.success(phrase('login:done'))
    },
    meta: { isShownInPlace: true },
  })
}
