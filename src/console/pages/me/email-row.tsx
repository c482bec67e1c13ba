import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { EmailDialog } from './email-dialog.tsx'

/** The bound address, and the way to another one. */
export function EmailRow({ email }: { readonly email: string }) {
  const { t } = useTranslation('me')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="w-24 shrink-0 font-medium">{t('email.name')}</span>
      <span className="min-w-0 grow basis-24 text-muted wrap-anywhere">{email || t('email.none')}</span>
      <Button
        size="sm"
        aria-label={t(email === '' ? 'email.bindFor' : 'email.changeFor')}
        onClick={() => setOpen(true)}
      >
        {t(email === '' ? 'email.bind' : 'email.change')}
      </Button>
      <EmailDialog isOpen={isOpen} close={() => setOpen(false)} isChange={email !== ''} />
    </>
  )
}
