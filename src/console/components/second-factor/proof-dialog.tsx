import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { isProblem } from '../../api/api-problem.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { useEndSession } from '../../api/use-end-session.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useSecondFactor } from '../../api/use-second-factor.ts'
import { links } from '../../routes.ts'
import { proofQuestion, useIsProofAsked } from '../../state/proof-question.ts'
import { FormDialog } from '../editor/form-dialog.tsx'
import { type PasskeyAnswer, PasskeyAnswerButton } from '../passkeys/passkey-answer-button.tsx'
import { passkeyObstacle } from '../passkeys/passkey-dialog.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { QueryView } from '../query-view.tsx'
import { Button } from '../ui/button.tsx'
import { Field, PasswordInput } from '../ui/field.tsx'
import { CodeField } from './code-field.tsx'
import { codeKindOf } from './code-kind.ts'

type Means = 'password' | 'code' | 'recovery_code'

/** Ways to prove one's identity: their names among the API's methods, mapped to the fields of the call. */
const meansOf = { password: 'password', totp: 'code', recovery_code: 'recovery_code' } as const

/**
 * Asks the user to confirm their identity. The call that needs it continues afterwards, and nothing typed behind the
 * dialog is lost.
 */
export function ProofDialog() {
  // Unmounting the dialog discards what was typed into it.
  return useIsProofAsked() ? <OpenDialog /> : null
}

function OpenDialog() {
  const { t } = useTranslation('secondFactor')
  const state = useSecondFactor()
  const queryClient = useQueryClient()
  const endSession = useEndSession()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<Means>()
  const [text, setText] = useState('')
  const proving = useMutation({
    mutationFn: (body: Partial<Record<Means, string>> & { readonly passkey?: PasskeyAnswer }) =>
      answerOf(api.POST('/api/session/proof', { body })),
    onSuccess: () => {
      proofQuestion.answer(true)
      void queryClient.invalidateQueries({ queryKey: ['second-factor'] })
    },
    meta: { isShownInPlace: true },
  })
  const proveOnce = useMutateOnce(proving)
  const possible = (['password', 'totp', 'recovery_code'] as const).filter((method) =>
    state.data?.proof_methods.includes(method),
  )
  const takesEither = possible.includes('totp') && possible.includes('recovery_code')
  const means = chosen ?? (possible[0] === undefined ? undefined : meansOf[possible[0]])
  const choose = (next: Means) => {
    proving.reset()
    setText('')
    setChosen(next)
  }
  const signInAgain = () => {
    const returnTo = location.pathname + location.search
    proofQuestion.answer(false)
    endSession()
    navigate(links.login({ returnTo }))
  }
  const refused = isProblem(proving.error) && proving.error.field !== undefined ? proving.error : undefined
  const change = (next: string) => {
    if (proving.isError) proving.reset()
    setText(next)
  }
  const isImpossible = state.data?.proof_methods.length === 0
  return (
    <FormDialog
      isOpen
      close={() => proofQuestion.answer(false)}
      title={t('proof.title')}
      submit={t(isImpossible ? 'proof.signIn' : 'proof.submit')}
      isBusy={proving.isPending}
      isDisabled={!isImpossible && (means === undefined || text.trim() === '')}
      onSubmit={() => {
        if (isImpossible) return signInAgain()
        if (means === undefined || text.trim() === '') return
        const given = means !== 'password' && takesEither ? codeKindOf(text, means) : means
        setChosen(given)
        proveOnce({ [given]: text })
      }}
    >
      <p className="text-sm text-muted">{t(isImpossible ? 'proof.impossible' : 'proof.text')}</p>
      <QueryView query={state}>
        {() => (
          <>
            {state.data?.proof_methods.includes('passkey') && passkeyObstacle() === undefined && (
              <PasskeyAnswerButton
                isBusy={proving.isPending}
                question={() => dataOf(api.POST('/api/session/proof/passkey'))}
                give={(passkey) => proveOnce({ passkey })}
              />
            )}
            {means === 'password' && (
              <Field label={t('proof.password')} error={refused?.message} isRequired>
                <PasswordInput
                  data-autofocus
                  autoFocus
                  autoComplete="current-password"
                  value={text}
                  onChange={(event) => change(event.target.value)}
                />
              </Field>
            )}
            {means !== undefined && means !== 'password' && (
              <CodeField
                kind={means}
                takesEither={takesEither}
                value={text}
                error={refused?.message}
                onChange={change}
              />
            )}
            <div className="-mx-2.5 flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
              {possible
                .filter((method) => meansOf[method] !== means)
                .map((method) => (
                  <Button key={method} kind="ghost" size="sm" onClick={() => choose(meansOf[method])}>
                    {t(`proof.with.${method}`)}
                  </Button>
                ))}
            </div>
          </>
        )}
      </QueryView>
      {refused === undefined && <ProblemNotice error={proving.error} />}
    </FormDialog>
  )
}
