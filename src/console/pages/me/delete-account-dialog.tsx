import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

/** Confirms the deletion of the account: the username has to be typed, so that nobody deletes it by accident. */
export function DeleteAccountDialog({
  isOpen,
  close,
  username,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly username: string
}) {
  const { t } = useTranslation('me')
  const deleting = useDeleteAccount()
  const deleteOnce = useMutateOnce(deleting)
  const [typed, setTyped] = useState('')
  const isRight = typed === username
  const submit = () => {
    if (isRight) deleteOnce()
  }
  // The name has to be typed again the next time, however the dialog was closed.
  const leave = () => {
    setTyped('')
    close()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={leave}
      title={t('delete.title')}
      submit={t('delete.submit')}
      isDanger
      isBusy={deleting.isPending}
      isDisabled={!isRight}
      onSubmit={submit}
    >
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
    </FormDialog>
  )
}
