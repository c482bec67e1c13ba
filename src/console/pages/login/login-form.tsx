import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { HumanCheck } from '../../components/human-check.tsx'
import { hasPasskeySignIn } from '../../components/passkeys/passkey-button.tsx'
import { usePasskeyAutofill } from '../../components/passkeys/use-passkey-autofill.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { useLogin } from './use-login.ts'

export function LoginForm({
  username: given = '',
}: {
  /** The user to sign in, if known. */
  readonly username?: string
}) {
  const { t } = useTranslation('login')
  const status = useStatus().data
  const login = useLogin()
  const loginOnce = useMutateOnce(login)
  const hasPasskeys = hasPasskeySignIn(status)
  const autofill = usePasskeyAutofill(hasPasskeys)
  const [username, setUsername] = useState(given)
  const [password, setPassword] = useState('')
  const [turnstile, setTurnstile] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() === '' || password === '') return setComplaint(t('bothRequired'))
    if (status?.turnstile_check && turnstile === '') return setComplaint(t('checkRunning'))
    setComplaint(undefined)
    loginOnce(
      { username: username.trim(), password, turnstile },
      {
        // A token of the human check is valid for one attempt.
        onError: () => setAttempt(attempt + 1),
      },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t('username')} isRequired>
        <TextInput
          autoFocus={given === ''}
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field label={t('password')} isRequired>
        <PasswordInput
          autoFocus={given !== ''}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {status?.turnstile_check && (
        <HumanCheck key={attempt} siteKey={status.turnstile_site_key} onToken={setTurnstile} />
      )}
      {complaint !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {complaint}
        </p>
      )}
      {complaint === undefined && <ProblemNotice error={login.error ?? autofill.error} />}
      <Button type="submit" kind="primary" className="h-9" isBusy={login.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
