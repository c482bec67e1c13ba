import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import type { Status } from '../../api/use-status.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Button } from '../ui/button.tsx'
import { passkeyObstacle } from './passkey-dialog.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Returns whether people can sign in with a passkey on this page. */
export const hasPasskeySignIn = (status: Status | undefined): boolean =>
  status?.passkey_login_enabled === true && passkeyObstacle() === undefined

/** Signs in with a passkey, without a username and password. */
export function PasskeyButton() {
  const { t } = useTranslation('passkey')
  const signingIn = usePasskeySignIn()
  const signInOnce = useMutateOnce(signingIn)
  return (
    <div className="flex flex-col gap-2.5">
      <Button
        className="h-9"
        icon={<KeyRound size={15} aria-hidden />}
        isBusy={signingIn.isPending}
        onClick={() => signInOnce(undefined)}
      >
        {t('signIn')}
      </Button>
      <ProblemNotice error={signingIn.error} />
    </div>
  )
}
