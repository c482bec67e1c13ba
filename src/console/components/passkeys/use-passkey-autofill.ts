import { useIsMutating } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { passkeyObstacle, waitForChosenPasskey } from './passkey-dialog.ts'
import { passkeySignInKey, usePasskeySignIn } from './use-passkey-sign-in.ts'

/** The challenge is replaced after this share of its lifetime, before the daemon stops accepting answers to it. */
const SHARE_OF_LIFE = 0.8

/**
 * Lets the browser offer passkeys where it suggests stored usernames, and signs in with the chosen one. People who type
 * a password do not notice. Returns an error only if a chosen passkey was refused.
 */
export function usePasskeyAutofill(isOffered: boolean): { readonly error: Error | null } {
  const signingIn = usePasskeySignIn()
  const { mutate: signIn } = signingIn
  // A browser handles one request at a time: the button takes precedence, and autofill resumes when it is done.
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
    // This runs unprompted, so failures are not shown.
    const begin = () => void wait().catch(() => undefined)
    begin()
    return () => {
      clearTimeout(renewal)
      leave.abort()
    }
  }, [isActive, signIn])
  return signingIn
}
