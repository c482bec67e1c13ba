import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { links } from '../routes.ts'
import { session } from '../state/session.ts'
import { storedConversations } from '../state/stored-conversations.ts'

/** What follows signing out and deleting the account: the sign-in page opens, and the next user sees nothing of this one. */
export function useEndSession(): () => void {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  return () => {
    navigate(links.login())
    session.end()
    storedConversations.set(null)
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
  }
}
