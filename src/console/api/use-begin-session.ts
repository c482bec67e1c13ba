import { useQueryClient } from '@tanstack/react-query'
import { factorDemand } from '../state/factor-demand.ts'
import { type SessionUser, session } from '../state/session.ts'

/** What follows every sign-in, by whatever means: nothing that was read before counts, and the page knows who it is. */
export function useBeginSession(): (user: SessionUser) => void {
  const queryClient = useQueryClient()
  return (user) => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
    factorDemand.end()
    session.begin(user)
  }
}
