import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { session, useIsSessionHeld, useSessionUser } from '../state/session.ts'
import { ownAccount } from './own-account.ts'

/** Stores the user before the page sees the response, so that nobody is redirected because of their former role. */
async function renewUser(queryClient: QueryClient): Promise<true> {
  session.renew(await queryClient.fetchQuery(ownAccount))
  return true
}

/**
 * Reads the signed-in user, whose role or name an administrator may have changed since the sign-in; the browser only
 * stores the account as of then. Reads when the console opens, and when somebody returns to its tab.
 *
 * @returns whether the first response is still pending
 */
export function useFreshUser(): boolean {
  const queryClient = useQueryClient()
  const user = useSessionUser()
  const isHeld = useIsSessionHeld()
  const { isLoading } = useQuery({
    queryKey: ['session-user', user?.id],
    queryFn: () => renewUser(queryClient),
    enabled: user !== undefined && !isHeld,
    staleTime: 60_000,
    retry: false,
    meta: { isPolled: true },
  })
  return isLoading
}
