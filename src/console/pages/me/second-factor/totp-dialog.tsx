import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '../../../../../openapi/types.gen.ts'
import { isProblem } from '../../../api/api-problem.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { FormDialog } from '../../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { CodeField } from '../../../components/second-factor/code-field.tsx'
import { CodeBlock } from '../../../components/ui/code-block.tsx'
import { QrCode } from './qr-code.tsx'
import { useConfirmTotp } from './use-totp.ts'

type NewTotp = components['schemas']['NewTotp']

/** The new secret as a QR code and as text, and the field for its first code. */
export function TotpDialog({
  totp,
  close,
  onConfirmed,
}: {
  readonly totp: NewTotp
  readonly close: () => void
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
}) {
  const { t } = useTranslation('secondFactor')
  const confirming = useConfirmTotp()
  const confirmOnce = useMutateOnce(confirming)
  const [code, setCode] = useState('')
  const refused =
    isProblem(confirming.error) && confirming.error.field === 'code' ? confirming.error : undefined
  const change = (next: string) => {
    if (confirming.isError) confirming.reset()
    setCode(next)
  }
  return (
    <FormDialog
      isOpen
      close={close}
      title={t('app.setUpTitle')}
      submit={t('app.confirm')}
      isBusy={confirming.isPending}
      isDisabled={code.trim() === ''}
      onSubmit={() => code.trim() !== '' && confirmOnce(code, { onSuccess: onConfirmed })}
    >
      <p className="text-sm text-muted">{t('app.scan')}</p>
      <QrCode text={totp.uri} label={t('app.qrCode')} />
      <div>
        <p className="mb-1.5 text-sm text-muted">{t('app.type')}</p>
        <CodeBlock code={totp.secret} label={t('app.secret')} isWrapped />
      </div>
      <CodeField kind="code" value={code} error={refused?.message} onChange={change} />
      {refused === undefined && <ProblemNotice error={confirming.error} />}
    </FormDialog>
  )
}
