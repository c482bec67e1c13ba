import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { RevokeTokens } from '../../components/revoke-tokens.tsx'
import { Field, PasswordInput } from '../../components/ui/field.tsx'
import { useChangePassword } from './use-change-password.ts'

const PASSWORD_MIN = 8
const empty = { original: '', password: '', confirmed: '', isRevoking: true }

/** Asks for a new password, twice, and the current one as proof. */
export function PasswordDialog({
  isOpen,
  close,
  username,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly username: string
}) {
  const { t } = useTranslation('me')
  const changing = useChangePassword()
  const changeOnce = useMutateOnce(changing)
  const [values, setValues] = useState(empty)
  const [hasTried, setTried] = useState(false)
  const isShort = [...values.password].length < PASSWORD_MIN
  const isDifferent = values.password !== values.confirmed
  const refused = isProblem(changing.error) ? changing.error : undefined
  const refusalOf = (field: string) => (refused?.field === field ? refused.message : undefined)
  const change = (next: Partial<typeof empty>) => {
    if (changing.isError) changing.reset()
    setValues({ ...values, ...next })
  }

  // Nothing that was typed is kept for the next time, however the dialog was closed.
  const leave = () => {
    if (changing.isError) changing.reset()
    setValues(empty)
    setTried(false)
    close()
  }
  const submit = () => {
    setTried(true)
    if (isShort || isDifferent) return
    const { original, password, isRevoking } = values
    changeOnce({ original, password, isRevoking }, { onSuccess: leave })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={leave}
      title={t('password.action')}
      submit={t('password.submit')}
      isBusy={changing.isPending}
      onSubmit={submit}
    >
      <p className="text-sm text-muted">{t('password.ends')}</p>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field
        label={t('password.original')}
        hint={t('password.originalHint')}
        error={refusalOf('original_password')}
      >
        <PasswordInput
          data-autofocus
          autoComplete="current-password"
          value={values.original}
          onChange={(event) => change({ original: event.target.value })}
        />
      </Field>
      <Field
        label={t('password.new')}
        hint={t('password.newHint')}
        error={hasTried && isShort ? t('password.short') : refusalOf('password')}
        isRequired
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <Field
        label={t('password.confirm')}
        error={hasTried && isDifferent ? t('password.differ') : undefined}
        isRequired
      >
        <PasswordInput
          autoComplete="new-password"
          value={values.confirmed}
          onChange={(event) => change({ confirmed: event.target.value })}
        />
      </Field>
      <RevokeTokens isRevoking={values.isRevoking} onChange={(isRevoking) => change({ isRevoking })} />
      {refused?.field === undefined && <ProblemNotice error={changing.error} />}
    </FormDialog>
  )
}
