import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '../ui/field.tsx'
import type { CodeKind } from './code-kind.ts'

/** A field for a code from the authenticator app, or for a recovery code. */
export function CodeField({
  kind,
  takesEither = false,
  value,
  error,
  onChange,
}: {
  readonly kind: CodeKind
  /** Accepts both kinds; `codeKindOf` tells them apart. */
  readonly takesEither?: boolean
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('secondFactor')
  const isRecovery = kind === 'recovery_code'
  const hint = takesEither && !isRecovery ? 'either' : kind
  return (
    <Field label={t(`field.${kind}`)} hint={t(`field.${hint}_hint`)} error={error} isRequired>
      <TextInput
        key={kind}
        autoFocus
        data-autofocus
        isMono
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={isRecovery || takesEither ? 40 : 12}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
