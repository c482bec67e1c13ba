import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { links } from '../routes.ts'
import { session } from '../state/session.ts'
import { storedConversations } from '../state/stored-conversations.ts'

/**
 * Ends the session after signing out or deleting the account: opens the sign-in page and drops the user's data, so that
 * the next user sees none of it.
 */
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
