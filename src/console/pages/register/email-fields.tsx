import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { useCountdown } from '../../state/countdown.ts'
import type { RegisterValues } from './register-values.ts'
import { useSendCode } from './use-send-code.ts'

/** A code can be asked for again after so long; the daemon sends no sooner either. */
const RESEND_SECONDS = 30

type EmailValues = Pick<RegisterValues, 'email' | 'code'>

interface EmailFieldsProps {
  readonly values: EmailValues
  readonly onChange: (change: Partial<EmailValues>) => void
  readonly errorOf: (field: 'email' | 'code') => string | undefined
  /** Token of the human check; empty while it runs or where there is none. */
  readonly turnstile: string
  /** Shows what must be fixed before a code can be sent. @returns whether there is anything */
  readonly complain: () => boolean
  /** The token of the human check is good for one call, and this one took it. */
  readonly onTokenUsed: () => void
}

/** Address, the button that sends a code to it, and the code. */
export function EmailFields(props: EmailFieldsProps) {
  const { values, onChange, errorOf, turnstile, complain, onTokenUsed } = props
  const { t } = useTranslation('register')
  const sending = useSendCode()
  const sendOnce = useMutateOnce(sending)
  const [left, startCountdown] = useCountdown(RESEND_SECONDS)
  const refused = isProblem(sending.error) && sending.error.field === 'email' ? sending.error : undefined

  const send = () => {
    if (complain()) return
    sendOnce(
      { email: values.email.trim(), turnstile },
      {
        onSuccess: () => {
          startCountdown()
          onTokenUsed()
        },
        onError: onTokenUsed,
      },
    )
  }
  return (
    <>
      <Field label={t('email')} error={errorOf('email') ?? refused?.message} isRequired>
        <span className="flex gap-2">
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={values.email}
            onChange={(event) => {
              sending.reset()
              onChange({ email: event.target.value })
            }}
          />
          <Button
            className="min-w-30 tabular-nums"
            isBusy={sending.isPending}
            disabled={left > 0}
            onClick={send}
          >
            {left > 0 ? t('resendIn', { seconds: left }) : t('sendCode')}
          </Button>
        </span>
      </Field>
      {!refused && <ProblemNotice error={sending.error} />}
      <p role="status" className={sending.isSuccess ? 'text-sm text-muted' : 'sr-only'}>
        {sending.isSuccess ? t('codeSentHint') : ''}
      </p>
      <Field label={t('code')} error={errorOf('code')} isRequired>
        <TextInput
          isMono
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={values.code}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      </Field>
    </>
  )
}
