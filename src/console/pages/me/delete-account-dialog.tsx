import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

/** Nobody deletes their account by accident: the username has to be typed. */
export function DeleteAccountDialog({
  isOpen,
  close,
  username,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly username: string
}) {
  const { t } = useTranslation(['me', 'common'])
  const formId = useId()
  const deleting = useDeleteAccount()
  const deleteOnce = useMutateOnce(deleting)
  const [typed, setTyped] = useState('')
  const isRight = typed === username
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) deleteOnce()
  }
  // The name has to be typed again the next time, whichever way the dialog is left.
  const leave = () => {
    setTyped('')
    close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      close={leave}
      title={t('delete.title')}
      footer={
        <>
          <Button onClick={leave}>{t('common:action.cancel')}</Button>
          <Button type="submit" form={formId} kind="danger" disabled={!isRight} isBusy={deleting.isPending}>
            {t('delete.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Notice tone="warn">{t('delete.warning')}</Notice>
        <Field label={t('delete.type', { username })}>
          <TextInput
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={username}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <ProblemNotice error={deleting.error} />
      </form>
    </Dialog>
  )
}
