import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useMoney } from '../../format.ts'
import { FormDialog } from '../editor/form-dialog.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { Field } from '../ui/field.tsx'
import { MoneyInput } from '../ui/number-input.tsx'
import { useTransferEarnings } from './use-earnings.ts'

/** Asks how much of the earnings to move to the balance; the default is all of it. */
export function TransferDialog({
  isOpen,
  close,
  pending,
  least,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  /** Quota units that can be moved. */
  readonly pending: number
  /** The smallest transfer, in quota units. */
  readonly least: number
}) {
  const { t } = useTranslation('gifts')
  const money = useMoney()
  const transfer = useTransferEarnings()
  const transferOnce = useMutateOnce(transfer)
  const [quota, setQuota] = useState(pending)
  const [hasTried, setTried] = useState(false)
  const refused = isProblem(transfer.error) && transfer.error.field === 'quota' ? transfer.error : undefined
  const mistake = (): string | undefined => {
    if (!Number.isFinite(quota)) return t('transfer.number')
    if (quota < least) return t('transfer.tooSmall', { least: money.shown(least, 6) })
    if (quota > pending) return t('transfer.tooLarge', { available: money.shown(pending, 6) })
    return undefined
  }

  const submit = () => {
    setTried(true)
    if (mistake() !== undefined) return
    transferOnce(quota, { onSuccess: close })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t('transfer.title')}
      submit={t('transfer.submit')}
      isBusy={transfer.isPending}
      onSubmit={submit}
    >
      <p className="text-muted">{t('transfer.have', { amount: money.shown(pending, 6) })}</p>
      <Field label={t('transfer.amount')} error={hasTried ? (mistake() ?? refused?.message) : undefined}>
        <MoneyInput
          quota={quota}
          onChange={(value) => {
            if (transfer.isError) transfer.reset()
            setQuota(value)
          }}
        />
      </Field>
      {refused === undefined && <ProblemNotice error={transfer.error} />}
    </FormDialog>
  )
}
