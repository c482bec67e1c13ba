import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { HumanCheck } from '../../components/human-check.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { links } from '../../routes.ts'
import { EmailFields } from './email-fields.tsx'
import { emptyValues, findMistakes, type RegisterValues } from './register-values.ts'
import { useRegister } from './use-register.ts'

/** The daemon's names of fields that it may refuse. */
const fieldNames = {
  username: 'username',
  password: 'password',
  confirmPassword: 'password2',
  email: 'email',
  code: 'verification_code',
} as const satisfies Record<keyof RegisterValues, string>

/** Sign-up with username and password. Input is kept after a refusal. */
export function RegisterForm() {
  const { t } = useTranslation('register')
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  const status = useStatus().data
  const needsEmail = status?.email_verification ?? false
  const registering = useRegister()
  const registerOnce = useMutateOnce(registering)
  const [values, setValues] = useState(emptyValues)
  const [turnstile, setTurnstile] = useState('')
  const [checkRound, setCheckRound] = useState(0)
  const [tried, setTried] = useState<'nothing' | 'sending' | 'registering'>('nothing')
  const [isCheckRunning, setCheckRunning] = useState(false)

  const mistakes = findMistakes(values, needsEmail)
  const refused = isProblem(registering.error) ? registering.error : undefined
  const isKnownField = Object.values(fieldNames).some((name) => name === refused?.field)
  const errorOf = (field: keyof RegisterValues): string | undefined => {
    const isAsked = tried === 'registering' || (tried === 'sending' && field === 'email')
    const mistake = isAsked ? mistakes[field] : undefined
    if (mistake) return t(`mistake.${mistake}`)
    return refused?.field === fieldNames[field] ? refused.message : undefined
  }
  const change = (next: Partial<RegisterValues>) => {
    // The refusal was about the previous values.
    if (registering.isError) registering.reset()
    setValues({ ...values, ...next })
  }
  /** @returns whether the form has to wait for the human check */
  const waitsForCheck = (): boolean => {
    const isWaiting = status?.turnstile_check === true && turnstile === ''
    setCheckRunning(isWaiting)
    return isWaiting
  }
  const renewCheck = () => setCheckRound((round) => round + 1)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried('registering')
    if (Object.keys(mistakes).length > 0 || waitsForCheck()) return
    registerOnce(
      {
        username: values.username.trim(),
        password: values.password,
        confirmPassword: values.confirmPassword,
        ...(needsEmail ? { email: values.email.trim(), code: values.code.trim() } : {}),
        turnstile,
      },
      {
        onSuccess: () => {
          // If password sign-in is enabled, the user is signed in and the page redirects by itself.
          if (status?.password_login_enabled !== false) return
          const returnTo = query.get('returnTo')
          navigate(links.login(returnTo === null ? {} : { returnTo }))
        },
        onError: renewCheck,
      },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t('username')} hint={t('usernameHint')} error={errorOf('username')} isRequired>
        <TextInput
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(event) => change({ username: event.target.value })}
        />
      </Field>
      <Field label={t('password')} error={errorOf('password')} isRequired>
        <PasswordInput
          autoComplete="new-password"
          placeholder={t('passwordPlaceholder')}
          value={values.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <Field label={t('confirmPassword')} error={errorOf('confirmPassword')} isRequired>
        <PasswordInput
          autoComplete="new-password"
          value={values.confirmPassword}
          onChange={(event) => change({ confirmPassword: event.target.value })}
        />
      </Field>
      {needsEmail && (
        <EmailFields
          values={values}
          onChange={change}
          errorOf={errorOf}
          turnstile={turnstile}
          complain={() => {
            if (tried === 'nothing') setTried('sending')
            return mistakes.email !== undefined || waitsForCheck()
          }}
          onTokenUsed={renewCheck}
        />
      )}
      {status?.turnstile_check && (
        <HumanCheck key={checkRound} siteKey={status.turnstile_site_key} onToken={setTurnstile} />
      )}
      {isCheckRunning && turnstile === '' && (
        <p role="alert" className="text-sm text-bad">
          {t('checkRunning')}
        </p>
      )}
      {!isKnownField && <ProblemNotice error={registering.error} />}
      <Button type="submit" kind="primary" className="h-9" isBusy={registering.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
