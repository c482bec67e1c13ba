import { useQueryClient } from '@tanstack/react-query'
import { links } from '../routes.ts'
import { factorDemand } from '../state/factor-demand.ts'
import { type SessionUser, session } from '../state/session.ts'

/**
 * Begins a session after a sign-in of any kind: drops everything that was read before and stores the user. A page that
 * waited for its owner continues where it was.
 */
export function useBeginSession(): (user: SessionUser) => void {
  const queryClient = useQueryClient()
  return (user) => {
    if (session.isHeld()) {
      const isOwner = session.user()?.id === user.id
      session.begin(user)
      // Nobody may see what somebody else has typed.
      if (!isOwner) location.assign(links.home())
      return
    }
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
    factorDemand.end()
    session.begin(user)
  }
}
