import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Field, PasswordInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { FACTORY_PASSWORD } from '../../state/factory-password.ts'
import { useReplaceFactoryPassword } from './use-replace-factory-password.ts'

const PASSWORD_MIN = 8

/** Asks a super administrator who signed in with the factory default password to change it. */
export function FactoryPasswordDialog() {
  const { t } = useTranslation('login')
  const replacing = useReplaceFactoryPassword()
  const replaceOnce = useMutateOnce(replacing)
  const [isPutOff, setPutOff] = useState(false)
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [hasTried, setTried] = useState(false)
  const isShort = [...password].length < PASSWORD_MIN
  const isDifferent = password !== confirmed
  const refused = isProblem(replacing.error) ? replacing.error : undefined

  const submit = () => {
    setTried(true)
    if (!isShort && !isDifferent) replaceOnce(password)
  }
  return (
    <FormDialog
      isOpen={!isPutOff}
      close={() => setPutOff(true)}
      title={t('factory.title')}
      leave={t('factory.later')}
      submit={t('factory.submit')}
      isBusy={replacing.isPending}
      onSubmit={submit}
    >
      <Notice tone="warn">{t('factory.text', { password: FACTORY_PASSWORD })}</Notice>
      <Field
        label={t('factory.new')}
        hint={t('factory.newHint')}
        error={
          hasTried && isShort
            ? t('factory.short')
            : refused?.field === 'password'
              ? refused.message
              : undefined
        }
        isRequired
      >
        <PasswordInput
          data-autofocus
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field
        label={t('factory.confirm')}
        error={hasTried && isDifferent ? t('factory.differ') : undefined}
        isRequired
      >
        <PasswordInput
          autoComplete="new-password"
          value={confirmed}
          onChange={(event) => setConfirmed(event.target.value)}
        />
      </Field>
      {refused?.field !== 'password' && <ProblemNotice error={replacing.error} />}
    </FormDialog>
  )
}
