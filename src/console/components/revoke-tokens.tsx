import { useTranslation } from 'react-i18next'
import { Checkbox } from './ui/field.tsx'

/** Shown beside a new password: whether to revoke access tokens along with the old one. Checked by default. */
export function RevokeTokens({
  isRevoking,
  onChange,
}: {
  readonly isRevoking: boolean
  readonly onChange: (isRevoking: boolean) => void
}) {
  const { t } = useTranslation()
  return (
    <Checkbox isChecked={isRevoking} onChange={onChange} hint={t('revokeTokens.hint')}>
      {t('revokeTokens.label')}
    </Checkbox>
  )
}
