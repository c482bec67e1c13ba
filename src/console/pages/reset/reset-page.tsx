import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { canResetPassword, useStatus } from '../../api/use-status.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { ResetForm } from './reset-form.tsx'

/** Lets people who have forgotten their password request a link by email. */
export function ResetPage() {
  const { t } = useTranslation('reset')
  const status = useStatus().data
  const user = useSessionUser()
  useDocumentTitle(t('title'))
  return (
    <div className="mx-auto mt-[8vh] w-full max-w-[400px]">
      <h1 className="text-center text-xl font-semibold tracking-tight">{t('title')}</h1>
      <div className="mt-5 rounded-lg border bg-surface p-5">
        {status !== undefined && !canResetPassword(status) ? (
          <p className="text-muted">{t(status.password_login_enabled ? 'mailOff' : 'passwordLoginOff')}</p>
        ) : (
          <ResetForm />
        )}
      </div>
      {!user && (
        <p className="mt-4 text-center">
          <Link href={links.login()} className="text-accent-text hover:underline">
            {t('logIn')}
          </Link>
        </p>
      )}
    </div>
  )
}
