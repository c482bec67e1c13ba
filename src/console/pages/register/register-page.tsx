import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect, useSearchParams } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { hasProviders, OrLine, SignInButtons } from '../../components/third-party/sign-in-buttons.tsx'
import { links, safeReturnTo } from '../../routes.ts'
import { inviteCode } from '../../state/invite-code.ts'
import { useSessionUser } from '../../state/session.ts'
import { RegisterForm } from './register-form.tsx'

/** The sign-up page. An invite code stays in the browser until an account is created with it. */
export function RegisterPage() {
  const { t } = useTranslation('register')
  const [query] = useSearchParams()
  const status = useStatus().data
  const user = useSessionUser()
  const affCode = query.get('aff')
  useDocumentTitle(t('title'))
  useEffect(() => inviteCode.remember(affCode), [affCode])
  const returnTo = query.get('returnTo')
  if (user) return <Redirect to={safeReturnTo(returnTo)} replace />
  const isOpen = status?.register_enabled && !status.self_use_mode_enabled
  return (
    <div className="mx-auto mt-[6vh] w-full max-w-[400px]">
      <h1 className="text-center text-xl font-semibold tracking-tight">
        {t('heading', { name: status?.system_name ?? '' })}
      </h1>
      <div className="mt-5 rounded-lg border bg-surface p-5">
        {isOpen && status.password_register_enabled ? (
          <RegisterForm />
        ) : (
          <p className="text-muted">{t(isOpen ? 'passwordRegisterOff' : 'registerOff')}</p>
        )}
        {isOpen && hasProviders(status, 'telegram') && (
          <>
            <OrLine />
            <SignInButtons returnTo={returnTo} without="telegram" />
          </>
        )}
      </div>
      <p className="mt-4 text-center text-muted">
        {t('haveAccount')}{' '}
        <Link
          href={links.login(returnTo === null ? {} : { returnTo })}
          className="text-accent-text underline"
        >
          {t('logIn')}
        </Link>
      </p>
    </div>
  )
}
