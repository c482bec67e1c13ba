import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { HumanCheck } from '../../components/human-check.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { useCountdown } from '../../state/countdown.ts'
import { useRequestReset } from './use-request-reset.ts'

/** Time until another link can be requested; the daemon enforces it too. */
const RETRY_SECONDS = 30

type Mistake = 'emailRequired' | 'checkRunning'

/** A form for the address that gets the link. Input is kept. */
export function ResetForm() {
  const { t } = useTranslation('reset')
  const status = useStatus().data
  const asking = useRequestReset()
  const askOnce = useMutateOnce(asking)
  const [left, startCountdown] = useCountdown(RETRY_SECONDS)
  const [email, setEmail] = useState('')
  const [turnstile, setTurnstile] = useState('')
  const [checkRound, setCheckRound] = useState(0)
  const [mistake, setMistake] = useState<Mistake>()
  const refused = isProblem(asking.error) && asking.error.field === 'email' ? asking.error : undefined
  const isCheckMissing = status?.turnstile_check === true && turnstile === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (left > 0) return
    const found = email.trim() === '' ? 'emailRequired' : isCheckMissing ? 'checkRunning' : undefined
    setMistake(found)
    if (found !== undefined) return
    // A token of the human check is valid for one call.
    const renewCheck = () => setCheckRound((round) => round + 1)
    askOnce(
      { email: email.trim(), turnstile },
      {
        onSuccess: () => {
          startCountdown()
          renewCheck()
        },
        onError: renewCheck,
      },
    )
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <p className="text-muted">{t('lead')}</p>
      <Field
        label={t('email')}
        error={mistake === 'emailRequired' ? t('emailRequired') : refused?.message}
        isRequired
      >
        <TextInput
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => {
            setMistake(undefined)
            // The refusal was about the previous value.
            if (asking.isError) asking.reset()
            setEmail(event.target.value)
          }}
        />
      </Field>
      {status?.turnstile_check && (
        <HumanCheck key={checkRound} siteKey={status.turnstile_site_key} onToken={setTurnstile} />
      )}
      {mistake === 'checkRunning' && isCheckMissing && (
        <p role="alert" className="text-sm text-bad">
          {t('checkRunning')}
        </p>
      )}
      {!refused && <ProblemNotice error={asking.error} />}
      <p role="status" className={asking.isSuccess ? 'text-sm text-muted wrap-anywhere' : 'sr-only'}>
        {asking.isSuccess ? t('sent', { email: asking.variables.email }) : ''}
      </p>
      <Button
        type="submit"
        kind="primary"
        className="h-9 tabular-nums"
        isBusy={asking.isPending}
        disabled={left > 0}
      >
        {left > 0 ? t('retryIn', { seconds: left }) : t('submit')}
      </Button>
    </form>
  )
}
