import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Page } from '../../components/page.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { RevokeTokens } from '../../components/revoke-tokens.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, PasswordInput, TextInput } from '../../components/ui/field.tsx'
import { useKeptState } from '../../state/kept-state.ts'
import { typedSince } from '../../state/typed-since.ts'
import { type SelfUpdate, useSelf, useUpdateSelf } from './use-self.ts'

/**
 * The user's own username, display name and password; users cannot change anything else about their account on this
 * page.
 */
export function SelfEditPage() {
  const { t } = useTranslation('users')
  const self = useSelf()
  return (
    <Page title={t('self.title')} lead={t('self.lead')}>
      <div className="max-w-xl rounded-lg border bg-surface p-5">
        <QueryView query={self}>
          {({ username, display_name: displayName }) => (
            <SelfForm username={username} displayName={displayName} />
          )}
        </QueryView>
      </div>
    </Page>
  )
}

interface SelfValues {
  readonly username: string
  readonly displayName: string
  readonly password: string
  readonly originalPassword: string
  readonly isRevoking: boolean
}

type Names = Pick<SelfValues, 'username' | 'displayName'>

/** Returns the fields that differ. @returns undefined when there are none */
function toBody(loaded: Names, values: SelfValues) {
  const body: SelfUpdate = {
    ...(values.username.trim() === loaded.username ? {} : { username: values.username.trim() }),
    ...(values.displayName.trim() === loaded.displayName ? {} : { display_name: values.displayName.trim() }),
    ...(values.password === ''
      ? {}
      : {
          password: values.password,
          original_password: values.originalPassword,
          ...(values.isRevoking ? {} : { keep_access_tokens: true }),
        }),
  }
  return Object.keys(body).length === 0 ? undefined : body
}

function SelfForm(loaded: Names) {
  const { t } = useTranslation(['users', 'common'])
  const [names, setNames] = useKeptState<Partial<Names>>('own-account', {})
  // Passwords are not kept: somebody else may use the screen next.
  const [secrets, setSecrets] = useState<Partial<Omit<SelfValues, keyof Names>>>({})
  const values: SelfValues = {
    password: '',
    originalPassword: '',
    isRevoking: true,
    ...loaded,
    ...names,
    ...secrets,
  }
  const [hasTried, setTried] = useState(false)
  const update = useUpdateSelf()
  const updateOnce = useMutateOnce(update)
  const refused = isProblem(update.error) ? update.error : undefined
  const errorOf = (field: string) => (refused?.field === field ? refused.message : undefined)
  const rename = (next: Partial<Names>) => setNames((before) => ({ ...before, ...next }))
  const change = (next: typeof secrets) => setSecrets((before) => ({ ...before, ...next }))
  const isNameMissing = values.username.trim() === ''

  const isDirty = toBody(loaded, values) !== undefined
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isNameMissing) return
    const body = toBody(loaded, values)
    if (body === undefined) {
      toast.info(t('common:form.unchanged'))
      return
    }
    updateOnce(body, {
      onSuccess: () => {
        setNames((now) => typedSince(now, names))
        setSecrets((now) => typedSince(now, secrets))
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={t('field.username')}
        hint={t('field.usernameHint')}
        error={hasTried && isNameMissing ? t('mistake.usernameRequired') : errorOf('username')}
        isRequired
      >
        <TextInput
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(event) => rename({ username: event.target.value })}
        />
      </Field>
      <Field label={t('field.password')} hint={t('self.passwordHint')} error={errorOf('password')}>
        <PasswordInput
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      {values.password !== '' && (
        <Field
          label={t('self.originalPassword')}
          hint={t('self.originalPasswordHint')}
          error={errorOf('original_password')}
        >
          <PasswordInput
            autoComplete="current-password"
            value={values.originalPassword}
            onChange={(event) => change({ originalPassword: event.target.value })}
          />
        </Field>
      )}
      {values.password !== '' && (
        <RevokeTokens isRevoking={values.isRevoking} onChange={(isRevoking) => change({ isRevoking })} />
      )}
      <Field label={t('field.displayName')} error={errorOf('display_name')}>
        <TextInput
          autoComplete="nickname"
          maxLength={20}
          value={values.displayName}
          onChange={(event) => rename({ displayName: event.target.value })}
        />
      </Field>
      <ProblemNotice error={update.error} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={update.isPending}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  )
}
