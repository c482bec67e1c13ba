import { useTranslation } from 'react-i18next'
import { Checkbox } from './ui/field.tsx'

/** Beside a new password: whether what the old one may have made ends with it. Ticked unless somebody objects. */
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
