import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { Button } from '../../components/ui/button.tsx'
import { EmailDialog } from './email-dialog.tsx'

/** The linked email address, and a button to change it if the site can email codes. */
export function EmailRow({ email }: { readonly email: string }) {
  const { t } = useTranslation('me')
  const status = useStatus().data
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="w-24 shrink-0 font-medium">{t('email.name')}</span>
      <span className="min-w-0 grow basis-24 text-muted wrap-anywhere">{email || t('email.none')}</span>
      {status?.mail_enabled === false ? (
        <span className="text-sm text-muted">{t('email.unavailable')}</span>
      ) : (
        <Button
          size="sm"
          aria-label={t(email === '' ? 'email.bindFor' : 'email.changeFor')}
          onClick={() => setOpen(true)}
        >
          {t(email === '' ? 'email.bind' : 'email.change')}
        </Button>
      )}
      <EmailDialog isOpen={isOpen} close={() => setOpen(false)} isChange={email !== ''} />
    </>
  )
}
