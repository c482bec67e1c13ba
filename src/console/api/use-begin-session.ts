import { useQueryClient } from '@tanstack/react-query'
import { links } from '../routes.ts'
import { factorDemand } from '../state/factor-demand.ts'
import { type SessionUser, session } from '../state/session.ts'

/** What follows every sign-in, by whatever means: nothing that was read before counts, and the page knows who it is. A page that waited for its owner goes on as it was. */
export function useBeginSession(): (user: SessionUser) => void {
  const queryClient = useQueryClient()
  return (user) => {
    if (session.isHeld()) {
      const isOwner = session.user()?.id === user.id
      session.begin(user)
      // What somebody else has typed is nothing for this person to see.
      if (!isOwner) location.assign(links.home())
      return
    }
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
    factorDemand.end()
    session.begin(user)
  }
}
