import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { type Order, useRefund } from './use-orders.ts'

/**
 * Asks how much to refund, and why. No field has the focus at first, so that pressing Enter twice does not refund
 * everything.
 */
export function RefundDialog({
  order,
  close,
}: {
  readonly order: Order | undefined
  readonly close: () => void
}) {
  const { t } = useTranslation('orders')
  const [money, setMoney] = useState('')
  const [note, setNote] = useState('')
  const repeatName = useRepeatName()
  const refund = useRefund(repeatName)
  const refundOnce = useMutateOnce(refund)
  const leave = () => {
    setMoney('')
    setNote('')
    refund.reset()
    repeatName.forget()
    close()
  }
  const submit = () => {
    if (order) refundOnce({ order, money: money.trim(), note: note.trim() }, { onSuccess: leave })
  }
  return (
    <FormDialog
      isOpen={order !== undefined}
      close={leave}
      title={t('refund.title')}
      submit={t('refund.submit')}
      isDanger
      isBusy={refund.isPending}
      onSubmit={submit}
    >
      <p className="text-muted">
        {t('refund.text', {
          username: order?.username ?? '',
          money: order?.money ?? '',
          currency: order?.currency ?? '',
        })}
      </p>
      {order && Number(order.refunded_money) > 0 && (
        <p className="text-muted">
          {t('refund.already', { money: order.refunded_money, currency: order.currency })}
        </p>
      )}
      {order?.provider === 'epay' && <Notice tone="info">{t('refund.byHand')}</Notice>}
      <Field label={t('refund.money')} hint={t('refund.moneyHint')}>
        <TextInput
          autoComplete="off"
          inputMode="decimal"
          value={money}
          onChange={(event) => setMoney(event.target.value)}
        />
      </Field>
      <Field label={t('refund.note')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <ProblemNotice error={refund.error} />
    </FormDialog>
  )
}
