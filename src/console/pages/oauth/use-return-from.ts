import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../components/third-party/use-signed-in.ts'
import { phrase } from '../../i18n/i18n.ts'
import { links, safeReturnTo } from '../../routes.ts'
import { begunSignIn } from '../../state/begun-sign-in.ts'
import { session } from '../../state/session.ts'
import { type Returned, redeem } from './redeem.ts'

/**
 * Passes what the provider sent to the daemon, once, and continues: after a sign-in to the page where it started, after
 * linking to the account page; after a failure to the account page or the sign-in page, with the reason.
 */
export function useReturnFrom(provider: Returned): void {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const signedIn = useSignedIn()
  const hasBegun = useRef(false)
  const returning = useMutation({
    mutationFn: ({ query }: { readonly query: URLSearchParams; readonly returnTo: string | null }) =>
      redeem(provider, query),
    onSuccess: (answer, { returnTo }) => {
      if (answer === 'bound') {
        toast.success(phrase('thirdParty:bind.done', { provider: phrase(`thirdParty:name.${provider}`) }))
        void queryClient.invalidateQueries({ queryKey: ['self'] })
        navigate(links.me(), { replace: true })
      } else {
        const next = safeReturnTo(returnTo)
        navigate(signedIn(answer) ? next : links.login({ returnTo: next }), { replace: true })
      }
    },
    onError: (error) => {
      toast.error(error.message, { duration: 10_000 })
      navigate(session.user() ? links.me() : links.login(), { replace: true })
    },
    meta: { isShownInPlace: true },
  })
  const { mutate } = returning
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const query = new URLSearchParams(location.search)
    const begun = begunSignIn.of(query.get('state') ?? '')
    mutate({ query, returnTo: query.get('returnTo') ?? begun?.returnTo ?? null })
  }, [mutate])
}
