import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import { askForPasskey } from './passkey-dialog.ts'

/** Signs in with a passkey that the browser finds. Nothing happens when the person closes its dialog. */
export function usePasskeySignIn() {
  const beginSession = useBeginSession()
  return useMutation({
    mutationFn: async (_: undefined) => {
      const credential = await askForPasskey(await dataOf(api.POST('/api/user/login/passkey/options')))
      return credential && dataOf(api.POST('/api/user/login/passkey', { body: { credential } }))
    },
    onSuccess: (user) => {
      if (!user) return
      beginSession(user)
      // Here and not where it is called: the form is gone by now.
      toast.success(phrase('passkey:signedIn'))
    },
    meta: { isShownInPlace: true },
  })
}
