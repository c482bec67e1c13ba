import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { useCountdown } from '../../state/countdown.ts'
import type { RegisterValues } from './register-values.ts'
import { useSendCode } from './use-send-code.ts'

/** Time until another code can be requested; the daemon enforces it too. */
const RESEND_SECONDS = 30

type EmailValues = Pick<RegisterValues, 'email' | 'code'>

interface EmailFieldsProps {
  readonly values: EmailValues
  readonly onChange: (change: Partial<EmailValues>) => void
  readonly errorOf: (field: 'email' | 'code') => string | undefined
  /** Token of the human check; empty while it is running or if there is none. */
  readonly turnstile: string
  /** Shows mistakes that prevent sending a code. @returns whether there are any */
  readonly complain: () => boolean
  /** The token of the human check is valid for one call, and this one used it. */
  readonly onTokenUsed: () => void
}

/** Email address, the button that sends a code to it, and the code. */
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
