import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ROLE } from '../../state/session.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecurityRow } from './security-row.tsx'
import { SystemToken } from './system-token.tsx'
import type { Account } from './use-account.ts'

/** Access token, password and deletion of the account. */
export function SecurityCard({ account }: { readonly account: Account }) {
  const { t } = useTranslation('me')
  const [asked, setAsked] = useState<'password' | 'delete'>()
  const isRoot = account.role === ROLE.root
  const close = () => setAsked(undefined)
  return (
    <Card title={t('security.title')}>
      <div className="divide-y border-t">
        <SystemToken />
        <SecurityRow
          title={t('password.title')}
          text={t('password.text')}
          action={
            <Button size="sm" onClick={() => setAsked('password')}>
              {t('password.action')}
            </Button>
          }
        />
        <SecurityRow
          title={t('delete.title')}
          text={t(isRoot ? 'delete.root' : 'delete.text')}
          action={
            <Button kind="danger" size="sm" disabled={isRoot} onClick={() => setAsked('delete')}>
              {t('delete.action')}
            </Button>
          }
        />
      </div>
      <PasswordDialog isOpen={asked === 'password'} close={close} username={account.username} />
      <DeleteAccountDialog isOpen={asked === 'delete'} close={close} username={account.username} />
    </Card>
  )
}
