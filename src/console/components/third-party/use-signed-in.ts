import { toast } from 'sonner'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import { inviteCode } from '../../state/invite-code.ts'
import type { SessionUser } from '../../state/session.ts'

/** After a sign-in through a provider, which makes accounts as well: an invitation is used up by it. */
export function useSignedIn(): (user: SessionUser) => void {
  const beginSession = useBeginSession()
  return (user) => {
    inviteCode.forget()
    beginSession(user)
    toast.success(phrase('thirdParty:signedIn'))
  }
}
