import { toast } from 'sonner'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { phrase } from '../../i18n/i18n.ts'
import { inviteCode } from '../../state/invite-code.ts'
import { type FirstStep, pendingSignIn } from '../../state/pending-sign-in.ts'
import type { SessionUser } from '../../state/session.ts'

/**
 * Completes a sign-in through a provider. As that creates accounts too, it uses up the invite code.
 * @returns the account; undefined = the sign-in page asks for the second factor
 */
export function useSignedIn(): (answer: FirstStep) => SessionUser | undefined {
  const beginSession = useBeginSession()
  return (answer) => {
    inviteCode.forget()
    const user = pendingSignIn.take(answer)
    if (!user) return undefined
    beginSession(user)
    toast.success(phrase('thirdParty:signedIn'))
    return user
  }
}
