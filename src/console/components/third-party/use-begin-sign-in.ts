import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerOf, api } from '../../api/client.ts'
import type { Status } from '../../api/use-status.ts'
import { begunSignIn } from '../../state/begun-sign-in.ts'
import { inviteCode } from '../../state/invite-code.ts'
import { authorizeAddress, type BegunSignIn, type RedirectProvider } from './providers.ts'

/** Begins a sign-in and passes on the invite code that brought the person to the site. */
export async function beginSignIn(): Promise<BegunSignIn> {
  const aff = inviteCode.get()
  const {
    data,
    nonce,
    code_challenge: codeChallenge,
  } = await answerOf(api.GET('/api/oauth/state', { params: { query: aff === '' ? {} : { aff } } }))
  return { state: data, nonce, codeChallenge }
}

interface Departure {
  readonly provider: RedirectProvider
  readonly status: Status
  /** As it is in the query; checked when the person returns. */
  readonly returnTo: string
}

/** Takes the browser to the provider's page. */
export function useLeaveForProvider() {
  const leaving = useMutation({
    mutationFn: async ({ provider, status, returnTo }: Departure) => {
      const begun = await beginSignIn()
      begunSignIn.remember({ state: begun.state, returnTo })
      location.assign(authorizeAddress(provider, status, begun))
    },
    meta: { isShownInPlace: true },
  })
  const { reset } = leaving
  useEffect(() => {
    // If somebody returns with the browser's back button, the page is restored as they left it: busy.
    const arrive = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', arrive)
    return () => window.removeEventListener('pageshow', arrive)
  }, [reset])
  return leaving
}
