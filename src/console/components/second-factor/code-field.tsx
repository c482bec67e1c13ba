import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '../ui/field.tsx'

/** What is typed as a second factor. */
export type CodeKind = 'code' | 'recovery_code'

/** Field for a code of the authenticator app, or for a recovery code. */
export function CodeField({
  kind,
  value,
  error,
  onChange,
}: {
  readonly kind: CodeKind
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('secondFactor')
  const isRecovery = kind === 'recovery_code'
  return (
    <Field label={t(`field.${kind}`)} hint={t(`field.${kind}_hint`)} error={error} isRequired>
      <TextInput
        key={kind}
        autoFocus
        data-autofocus
        isMono
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isRecovery ? 40 : 12}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
