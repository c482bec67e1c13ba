import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/select.tsx'
import { useRotateKey } from './use-rotate-key.ts'
import type { Token } from './use-tokens.ts'

const overlaps = [
  ['none', 0],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', 30 * 86_400],
] as const

export interface Rotating {
  readonly token: Token
  /** The user wanted to copy the key, which is no longer shown. */
  readonly isForKey: boolean
}

/** Asks how long the old key should keep working, and creates a new one for the token. */
export function RotateDialog({
  rotating: { token, isForKey },
  close,
  onRotated,
}: {
  readonly rotating: Rotating
  readonly close: () => void
  readonly onRotated: (token: Token) => void
}) {
  const { t } = useTranslation('tokens')
  const [overlapSeconds, setOverlap] = useState(86_400)
  const rotate = useRotateKey()
  const rotateOnce = useMutateOnce(rotate)
  return (
    <FormDialog
      isOpen
      close={close}
      title={t('rotate.title', { name: token.name })}
      submit={t('rotate.submit')}
      isBusy={rotate.isPending}
      onSubmit={() =>
        rotateOnce(
          { id: token.id, overlapSeconds },
          {
            onSuccess: (rotated) => {
              close()
              onRotated(rotated)
            },
          },
        )
      }
    >
      {isForKey && <Notice tone="warn">{t('rotate.hidden')}</Notice>}
      <p className="text-muted">{t('rotate.text')}</p>
      <Field label={t('rotate.overlap')} hint={t('rotate.overlapHint')}>
        <Select
          value={overlapSeconds}
          options={overlaps.map(([name, value]) => ({ value, label: t(`overlap.${name}`) }))}
          onChange={setOverlap}
        />
      </Field>
      {token.former_key_until > 0 && <Notice tone="warn">{t('rotate.endsOldest')}</Notice>}
      <ProblemNotice error={rotate.error} />
    </FormDialog>
  )
}
