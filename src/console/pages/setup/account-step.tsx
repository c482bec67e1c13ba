import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { type UsageMode, useSetup, useSetupState } from './use-setup.ts'

const modes: readonly UsageMode[] = ['external', 'self', 'demo']
const PASSWORD_MIN = 8

/** The administrator's account and the purpose of the site. */
export function AccountStep() {
  const { t } = useTranslation(['setup', 'common'])
  const state = useSetupState()
  if (state.isError)
    return (
      <div className="flex flex-col items-start gap-3">
        <Notice tone="bad">{t('stateFailed')}</Notice>
        <Button onClick={() => void state.refetch()}>{t('common:action.retry')}</Button>
      </div>
    )
  return (
    <QueryView query={state}>
      {({ root_init, code_required }) => <AccountForm hasAccount={root_init} isCodeAsked={code_required} />}
    </QueryView>
  )
}

interface AccountFormProps {
  readonly hasAccount: boolean
  /** The server requires its setup code for requests from this address. */
  readonly isCodeAsked: boolean
}

function AccountForm({ hasAccount, isCodeAsked }: AccountFormProps) {
  const { t } = useTranslation('setup')
  const setup = useSetup()
  const setUpOnce = useMutateOnce(setup)
  const [code, setCode] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [confirmPassword, setConfirmPassword] = useState('')
  const [usageMode, setUsageMode] = useState<UsageMode>('external')
  const [hasTried, setTried] = useState(false)
  const isCodeMissing = isCodeAsked && code.trim() === ''
  const mistakes = {
    ...(hasTried && isCodeMissing ? { code: t('codeRequired') } : {}),
    ...(hasAccount || !hasTried
      ? {}
      : {
          ...(username.trim() === '' ? { username: t('usernameRequired') } : {}),
          ...(password.length < PASSWORD_MIN ? { password: t('passwordShort') } : {}),
          ...(password !== confirmPassword ? { confirmPassword: t('passwordsDiffer') } : {}),
        }),
  }
  const refused = isProblem(setup.error) ? setup.error : undefined
  const errorOf = (field: 'code' | 'username' | 'password' | 'confirmPassword') =>
    (mistakes as Partial<Record<string, string>>)[field] ??
    (refused?.field === field ? refused.message : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const isComplete =
      username.trim() !== '' && password.length >= PASSWORD_MIN && password === confirmPassword
    if (isCodeMissing || (!hasAccount && !isComplete)) return
    const account = { username: username.trim(), password, confirmPassword }
    setUpOnce({ ...(isCodeAsked ? { code: code.trim() } : {}), ...(hasAccount ? {} : account), usageMode })
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {isCodeAsked && (
        <Field label={t('code')} hint={t('codeHint')} error={errorOf('code')} isRequired>
          <TextInput
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {!hasAccount && (
        <>
          <Field label={t('username')} hint={t('usernameHint')} error={errorOf('username')} isRequired>
            <TextInput
              autoFocus={!isCodeAsked}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('password')} hint={t('passwordHint')} error={errorOf('password')} isRequired>
              <PasswordInput
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
            <Field label={t('confirmPassword')} error={errorOf('confirmPassword')} isRequired>
              <PasswordInput
                autoComplete="new-password"
                value={confirmPassword}
                onChange={(event) => setConfirmPassword(event.target.value)}
              />
            </Field>
          </div>
        </>
      )}
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t('mode.label')}</legend>
        <div className="flex flex-col gap-2">
          {modes.map((mode) => (
            <label
              key={mode}
              className="flex cursor-pointer items-start gap-2.5 rounded-lg border p-3 transition-colors hover:bg-bg has-checked:border-accent has-checked:bg-accent-weak"
            >
              <input
                type="radio"
                name="usageMode"
                className="mt-0.5 size-4"
                checked={mode === usageMode}
                onChange={() => setUsageMode(mode)}
              />
              <span>
                <span className="block font-medium">{t(`mode.${mode}.name`)}</span>
                <span className="block text-sm text-muted">{t(`mode.${mode}.text`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {refused?.field === undefined && <SetupProblem error={setup.error} />}
      <Button type="submit" kind="primary" className="h-9 self-end" isBusy={setup.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** Shows the message of a refusal; anything else is worth another attempt. */
function SetupProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('setup')
  if (!error) return null
  const isRefusal = isProblem(error) && error.status >= 400 && error.status < 500
  return isRefusal ? <ProblemNotice error={error} /> : <Notice tone="bad">{t('failed')}</Notice>
}
