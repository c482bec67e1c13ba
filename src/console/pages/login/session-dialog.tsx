import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { hasPasskeySignIn, PasskeyButton } from '../../components/passkeys/passkey-button.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { links } from '../../routes.ts'
import { pendingSignIn, usePendingSignIn } from '../../state/pending-sign-in.ts'
import { session, useIsSessionHeld, useSessionUser } from '../../state/session.ts'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/** Asks the user to sign in again over a page in which something was typed; the refused calls continue afterwards. */
export function SessionDialog() {
  const { t } = useTranslation('login')
  const isOpen = useIsSessionHeld()
  const user = useSessionUser()
  const status = useStatus().data
  const pending = usePendingSignIn()
  const [, navigate] = useLocation()
  const leave = () => {
    const returnTo = location.pathname + location.search
    pendingSignIn.end()
    session.end()
    navigate(links.login({ expired: 'true', returnTo }), { replace: true })
  }
  return (
    <Dialog
      isOpen={isOpen}
      close={undefined}
      title={t('again.title')}
      footer={
        <>
          <Button onClick={leave}>{t('again.leave')}</Button>
          <a
            href={links.login({ expired: 'true' })}
            target="_blank"
            rel="noopener"
            className="inline-flex h-8 items-center px-2 text-sm text-accent-text hover:underline"
          >
            {t('again.elsewhere')}
          </a>
        </>
      }
    >
      <p className="mb-4 text-muted">{t('again.text', { name: user?.username ?? '' })}</p>
      {typeof pending === 'object' ? (
        <SecondStep step={pending} />
      ) : (
        <div className="flex flex-col gap-3">
          {status?.password_login_enabled !== false && <LoginForm username={user?.username ?? ''} />}
          {hasPasskeySignIn(status) && <PasskeyButton />}
        </div>
      )}
    </Dialog>
  )
}
