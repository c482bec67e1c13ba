import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { passkeyObstacle, waitForChosenPasskey } from './passkey-dialog.ts'
import { passkeySignInKey, usePasskeySignIn } from './use-passkey-sign-in.ts'

/** A question is replaced before the daemon no longer takes its answer. */
const SHARE_OF_LIFE = 0.8

/**
 * Has the browser offer passkeys where it offers stored usernames, and signs in with the one that is chosen. Whoever
 * types a password notices nothing of it. Only a chosen passkey that is refused has an error.
 */
export function usePasskeyAutofill(isOffered: boolean): { readonly error: Error | null } {
  const signingIn = usePasskeySignIn()
  const { mutate: signIn } = signingIn
  // A browser asks one thing at a time: the button comes before this, and this goes on when the button is done.
  const isAskedElsewhere = useIsMutating({ mutationKey: passkeySignInKey }) > 0
  const isActive = isOffered && !isAskedElsewhere && passkeyObstacle() === undefined
  useEffect(() => {
    if (!isActive) return
    let leave = new AbortController()
    let renewal: ReturnType<typeof setTimeout> | undefined
    const wait = async () => {
      const { signal } = leave
      if (!(await window.PublicKeyCredential.isConditionalMediationAvailable?.())) return
      if (signal.aborted) return
      const question = await dataOf(api.POST('/api/user/login/passkey/options', { signal }))
      renewal = setTimeout(() => {
        leave.abort()
        leave = new AbortController()
        begin()
      }, question.timeout * SHARE_OF_LIFE)
      const passkey = await waitForChosenPasskey(question, signal)
      if (passkey) signIn(passkey)
    }
    // This runs without being asked for, so a failure is not shown.
    const begin = () => void wait().catch(() => undefined)
    begin()
    return () => {
      clearTimeout(renewal)
      leave.abort()
    }
  }, [isActive, signIn])
  return signingIn
}
