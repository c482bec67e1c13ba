import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { PasswordInput } from '../../components/ui/field.tsx'
import type { Option } from './use-options.ts'

/** Enough of a fingerprint to distinguish two secrets. */
const SHOWN = 12

/** A write-only input for a secret: the stored one is shown as its fingerprint, and an empty field keeps it. */
export function SecretInput({
  option,
  text,
  onChange,
  isDisabled,
}: {
  readonly option: Pick<Option, 'is_set' | 'fingerprint'>
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isDisabled: boolean
}) {
  const { t } = useTranslation(['settings', 'common'])
  const [isReplacing, setReplacing] = useState(false)
  const [shown, setShown] = useState(option.fingerprint)
  // A new secret was stored, so the field closes again.
  if (shown !== option.fingerprint) {
    setShown(option.fingerprint)
    setReplacing(false)
  }
  if (option.is_set && !isReplacing && text === '')
    return (
      <span className="flex min-h-8 flex-wrap items-center gap-2">
        <span className="min-w-0 grow text-sm text-muted">
          {t('secret.set')} <code title={option.fingerprint}>{option.fingerprint?.slice(0, SHOWN)}</code>
        </span>
        <Button size="sm" disabled={isDisabled} onClick={() => setReplacing(true)}>
          {t('secret.replace')}
        </Button>
      </span>
    )
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 grow">
        <PasswordInput
          isSecret
          autoComplete="new-password"
          placeholder={t(option.is_set ? 'secret.keep' : 'notSet')}
          value={text}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      {option.is_set && (
        <Button
          size="sm"
          kind="ghost"
          onClick={() => {
            setReplacing(false)
            onChange('')
          }}
        >
          {t('common:action.cancel')}
        </Button>
      )}
    </span>
  )
}
