import { useTranslation } from 'react-i18next'
import { Checkbox } from './ui/field.tsx'

/** Beside a new password: whether access tokens are revoked with the old one. Ticked by default. */
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
