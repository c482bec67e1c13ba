import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { type Passkey, useRenamePasskey } from './use-passkeys.ts'

/** Asks for another name; needs a new instance for each passkey. */
export function RenamePasskeyDialog({
  passkey,
  close,
}: {
  readonly passkey: Passkey
  readonly close: () => void
}) {
  const { t } = useTranslation('passkey')
  const renaming = useRenamePasskey()
  const renameOnce = useMutateOnce(renaming)
  const [name, setName] = useState(passkey.name)
  const [hasTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (name.trim() !== '') renameOnce({ id: passkey.id, name: name.trim() }, { onSuccess: close })
  }
  return (
    <FormDialog
      isOpen
      close={close}
      title={t('renameTitle')}
      submit={t('rename')}
      isBusy={renaming.isPending}
      onSubmit={submit}
    >
      <Field
        label={t('name')}
        error={hasTried && name.trim() === '' ? t('nameRequired') : undefined}
        isRequired
      >
        <TextInput
          data-autofocus
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ProblemNotice error={renaming.error} />
    </FormDialog>
  )
}
