import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import type { PasskeyAnswer } from './passkey-answer-button.tsx'
import { askForPasskey } from './passkey-dialog.ts'

/** Identifies running passkey sign-ins. */
export const passkeySignInKey = ['passkey-sign-in'] as const

/**
 * Signs in with the given passkey, or else with one that the browser finds. Nothing happens if the person closes its
 * dialog.
 */
export function usePasskeySignIn() {
  const beginSession = useBeginSession()
  return useMutation({
    mutationKey: passkeySignInKey,
    mutationFn: async (chosen: PasskeyAnswer | undefined) => {
      const credential =
        chosen ?? (await askForPasskey(await dataOf(api.POST('/api/user/login/passkey/options'))))
      return credential && dataOf(api.POST('/api/user/login/passkey', { body: { credential } }))
    },
    onSuccess: (user) => {
      if (!user) return
      beginSession(user)
      // Shown from this hook because the form has already unmounted.
      toast.success(phrase('passkey:signedIn'))
    },
    meta: { isShownInPlace: true },
  })
}
