import { useTranslation } from 'react-i18next'
import { Link, Redirect, useSearchParams } from 'wouter'
import { canResetPassword, useStatus } from '../../api/use-status.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { hasPasskeySignIn, PasskeyButton } from '../../components/passkeys/passkey-button.tsx'
import { hasProviders, OrLine, SignInButtons } from '../../components/third-party/sign-in-buttons.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { hasPage } from '../../page-modules.ts'
import { links, safeReturnTo } from '../../routes.ts'
import { usePendingSignIn } from '../../state/pending-sign-in.ts'
import { useSessionUser } from '../../state/session.ts'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/**
 * The sign-in page. `expired=true` explains that the session has expired, `returnTo` is the page to open afterwards.
 */
export function LoginPage() {
  const { t } = useTranslation(['login', 'secondFactor'])
  const [query] = useSearchParams()
  const status = useStatus().data
  const user = useSessionUser()
  const pending = usePendingSignIn()
  useDocumentTitle(t('title'))
  if (user) return <Redirect to={safeReturnTo(query.get('returnTo'))} replace />
  return (
    <div className="mx-auto mt-[8vh] w-full max-w-[360px]">
      <h1 className="text-center text-xl font-semibold tracking-tight">
        {t('heading', { name: status?.system_name ?? '' })}
      </h1>
      {query.get('expired') === 'true' && (
        <Notice tone="warn" className="mt-5">
          {t('expired')}
        </Notice>
      )}
      {pending === 'expired' && (
        <Notice tone="warn" className="mt-5">
          {t('secondFactor:step.expired')}
        </Notice>
      )}
      {typeof pending === 'object' ? (
        <div className="mt-5 rounded-lg border bg-surface p-5">
          <SecondStep step={pending} />
        </div>
      ) : (
        <FirstStep returnTo={query.get('returnTo')} />
      )}
    </div>
  )
}

/** Password, providers, and links for people who have neither. */
function FirstStep({ returnTo }: { readonly returnTo: string | null }) {
  const { t } = useTranslation('login')
  const status = useStatus().data
  return (
    <>
      <div className="mt-5 rounded-lg border bg-surface p-5">
        {status?.password_login_enabled === false ? (
          <p className="text-muted">{t('passwordLoginOff')}</p>
        ) : (
          <LoginForm />
        )}
        {(hasPasskeySignIn(status) || hasProviders(status)) && <OrLine />}
        <div className="flex flex-col gap-2.5 empty:hidden">
          {hasPasskeySignIn(status) && <PasskeyButton />}
          {hasProviders(status) && <SignInButtons returnTo={returnTo} />}
        </div>
      </div>
      <Links returnTo={returnTo ?? undefined} />
    </>
  )
}

/** Links for people who cannot sign in. Sign-up is offered where it is open. */
function Links({ returnTo }: { readonly returnTo: string | undefined }) {
  const { t } = useTranslation('login')
  const status = useStatus().data
  const canRegister = hasPage('register') && status?.register_enabled && !status.self_use_mode_enabled
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1">
      {canRegister && (
        <Link
          href={links.register(returnTo === undefined ? {} : { returnTo })}
          className="text-accent-text hover:underline"
        >
          {t('register')}
        </Link>
      )}
      {hasPage('reset') && canResetPassword(status) && (
        <Link href={links.reset()} className="text-accent-text hover:underline">
          {t('reset')}
        </Link>
      )}
    </p>
  )
}
