import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { FormDialog } from '../../components/editor/form-dialog.tsx'
import { HumanCheck } from '../../components/human-check.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { EmailFields } from '../register/email-fields.tsx'
import { useBindEmail } from './use-bind-email.ts'

const nothing = { email: '', code: '' }

/** Links an email address: a code sent to it proves that it belongs to the user. */
export function EmailDialog({
  isOpen,
  close,
  isChange,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly isChange: boolean
}) {
  const { t } = useTranslation(['me', 'register'])
  const status = useStatus().data
  const binding = useBindEmail()
  const bindOnce = useMutateOnce(binding)
  const [values, setValues] = useState(nothing)
  const [tried, setTried] = useState<'nothing' | 'sending' | 'binding'>('nothing')
  const [turnstile, setTurnstile] = useState('')
  const [checkRound, setCheckRound] = useState(0)
  const [isCheckRunning, setCheckRunning] = useState(false)
  const refused = isProblem(binding.error) ? binding.error : undefined
  const isKnownField = refused?.field === 'email' || refused?.field === 'verification_code'
  const errorOf = (field: 'email' | 'code'): string | undefined => {
    const isAsked = tried === 'binding' || (tried === 'sending' && field === 'email')
    if (isAsked && values[field].trim() === '')
      return t(field === 'email' ? 'register:mistake.emailRequired' : 'register:mistake.codeRequired')
    return refused?.field === (field === 'email' ? 'email' : 'verification_code')
      ? refused.message
      : undefined
  }

  const submit = () => {
    setTried('binding')
    if (values.email.trim() === '' || values.code.trim() === '') return
    bindOnce(
      { email: values.email.trim(), code: values.code.trim() },
      {
        onSuccess: () => {
          setValues(nothing)
          setTried('nothing')
          close()
        },
      },
    )
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={t(isChange ? 'email.changeTitle' : 'email.bindTitle')}
      submit={t('email.submit')}
      isBusy={binding.isPending}
      onSubmit={submit}
    >
      <p className="text-sm text-muted">{t('email.how')}</p>
      <EmailFields
        values={values}
        onChange={(change) => {
          if (binding.isError) binding.reset()
          setValues({ ...values, ...change })
        }}
        errorOf={errorOf}
        turnstile={turnstile}
        complain={() => {
          if (tried === 'nothing') setTried('sending')
          const isWaiting = status?.turnstile_check === true && turnstile === ''
          setCheckRunning(isWaiting)
          return values.email.trim() === '' || isWaiting
        }}
        onTokenUsed={() => setCheckRound((round) => round + 1)}
      />
      {status?.turnstile_check && (
        <HumanCheck key={checkRound} siteKey={status.turnstile_site_key} onToken={setTurnstile} />
      )}
      {isCheckRunning && turnstile === '' && (
        <p role="alert" className="text-sm text-bad">
          {t('register:checkRunning')}
        </p>
      )}
      {!isKnownField && <ProblemNotice error={binding.error} />}
    </FormDialog>
  )
}
