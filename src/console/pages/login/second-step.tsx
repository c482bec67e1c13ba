import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { useBeginSession } from '../../api/use-begin-session.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { type PasskeyAnswer, PasskeyAnswerButton } from '../../components/passkeys/passkey-answer-button.tsx'
import { passkeyObstacle } from '../../components/passkeys/passkey-dialog.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { CodeField } from '../../components/second-factor/code-field.tsx'
import { type CodeKind, codeKindOf } from '../../components/second-factor/code-kind.ts'
import { Button } from '../../components/ui/button.tsx'
import { phrase } from '../../i18n/i18n.ts'
import { pendingSignIn } from '../../state/pending-sign-in.ts'

type Step = components['schemas']['SecondStep']

/** Exchanges the ticket of the first step for a session. An expired ticket leads back to the first step. */
function useSecondStep(ticket: string) {
  const beginSession = useBeginSession()
  return useMutation({
    mutationFn: (factor: Partial<Record<CodeKind, string>> & { readonly passkey?: PasskeyAnswer }) =>
      dataOf(api.POST('/api/user/login/second_factor', { body: { ticket, ...factor } })),
    onSuccess: (user) => {
      pendingSignIn.end()
      beginSession(user)
      // Shown from this hook because the form has already unmounted.
      toast.success(phrase('login:done'))
    },
    onError: (error) => {
      if (isProblem(error) && error.code === 'sign_in_expired') pendingSignIn.expire()
    },
    meta: { isShownInPlace: true },
  })
}

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export function SecondStep({ step: { ticket, methods } }: { readonly step: Step }) {
  const { t } = useTranslation('secondFactor')
  const signingIn = useSecondStep(ticket)
  const signInOnce = useMutateOnce(signingIn)
  const hasApp = methods.includes('totp')
  const takesEither = hasApp && methods.includes('recovery_code')
  const [kind, setKind] = useState<CodeKind>(hasApp ? 'code' : 'recovery_code')
  const [text, setText] = useState('')
  const refused = isProblem(signingIn.error) && signingIn.error.field === kind ? signingIn.error : undefined
  const switchTo = (next: CodeKind) => {
    signingIn.reset()
    setText('')
    setKind(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const given = takesEither ? codeKindOf(text, kind) : kind
    setKind(given)
    signInOnce({ [given]: text }, { onError: () => setText('') })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <div>
        <h2 className="font-semibold">{t('step.title')}</h2>
        <p className="text-sm text-muted">{t('step.text')}</p>
      </div>
      {methods.includes('passkey') && passkeyObstacle() === undefined && (
        <PasskeyAnswerButton
          isBusy={signingIn.isPending}
          question={() => dataOf(api.POST('/api/user/login/second_factor/passkey', { body: { ticket } }))}
          give={(passkey) => signInOnce({ passkey })}
        />
      )}
      <CodeField
        kind={kind}
        takesEither={takesEither}
        value={text}
        error={refused?.message}
        onChange={setText}
      />
      {refused === undefined && <ProblemNotice error={signingIn.error} />}
      <Button
        type="submit"
        kind="primary"
        className="h-9"
        isBusy={signingIn.isPending}
        disabled={text.trim() === ''}
      >
        {t('step.submit')}
      </Button>
      <div className="-mx-2.5 flex flex-wrap justify-between gap-2">
        {takesEither && (
          <Button kind="ghost" size="sm" onClick={() => switchTo(kind === 'code' ? 'recovery_code' : 'code')}>
            {t(kind === 'code' ? 'step.toRecovery' : 'step.toCode')}
          </Button>
        )}
        <Button kind="ghost" size="sm" onClick={pendingSignIn.end}>
          {t('step.back')}
        </Button>
      </div>
    </form>
  )
}
