import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { session, useIsSessionHeld, useSessionUser } from '../state/session.ts'
import { ownAccount } from './own-account.ts'

/** Stores the user before the page sees the answer, so that nobody is sent away because of their former role. */
async function renewUser(queryClient: QueryClient): Promise<true> {
  session.renew(await queryClient.fetchQuery(ownAccount))
  return true
}

/**
 * Reads who is signed in: an administrator may have changed their role or name since the sign-in, which is all that the
 * browser has stored. Asked when the console opens, and again when somebody comes back to its tab.
 *
 * @returns whether the first answer is still to come
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
