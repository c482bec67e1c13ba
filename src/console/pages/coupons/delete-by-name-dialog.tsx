import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { useCountByName, useDeleteByName } from './use-coupon-actions.ts'

/** Deletes all codes with a name, after saying how many there are. */
export function DeleteByNameDialog({
  isOpen,
  close,
}: {
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const { t } = useTranslation(['coupons', 'common'])
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const counted = useDeferredValue(name)
  const count = useCountByName(isOpen ? counted : '')
  const remove = useDeleteByName()
  const removeOnce = useMutateOnce(remove)
  // A count for a name that has since changed is not shown.
  const known = name !== '' && counted === name && !count.isFetching ? count.data : undefined
  const leave = () => {
    setTyped('')
    close()
  }
  const submit = () => {
    if (known === undefined || known === 0) return
    removeOnce(name, { onSuccess: leave })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={leave}
      title={t('byName.title')}
      submit={
        known === undefined || known === 0 ? t('common:action.delete') : t('byName.submit', { count: known })
      }
      isDanger
      isBusy={remove.isPending}
      isDisabled={known === undefined || known === 0}
      onSubmit={submit}
    >
      <p className="text-muted">{t('byName.text')}</p>
      <Field label={t('byName.name')}>
        <TextInput
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <p className="min-h-5 text-sm text-muted" role="status">
        {known !== undefined && t('byName.found', { count: known })}
      </p>
      <ProblemNotice error={count.error} />
    </FormDialog>
  )
}
