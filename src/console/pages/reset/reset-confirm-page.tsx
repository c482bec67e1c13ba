import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { RevokeTokens } from '../../components/revoke-tokens.tsx'
import { Button, LinkButton } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import { type NewPassword, type ResetLink, useResetPassword } from './use-reset-password.ts'

/** The page that the emailed link opens. */
export function ResetConfirmPage() {
  const { t } = useTranslation('reset')
  const [query] = useSearchParams()
  const resetting = useResetPassword()
  const { data: made } = resetting
  const [email, token] = [query.get('email') ?? '', query.get('token') ?? '']
  const title = made === undefined ? t('confirm.title') : t('confirm.done')
  useDocumentTitle(title)
  return (
    <div className="mx-auto mt-[8vh] w-full max-w-[400px]">
      <h1 className="text-center text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-5 rounded-lg border bg-surface p-5">
        {made !== undefined ? (
          <Made made={made} />
        ) : email === '' || token === '' ? (
          <Incomplete />
        ) : (
          <Confirm link={{ email, token }} resetting={resetting} />
        )}
      </div>
    </div>
  )
}

function Incomplete() {
  const { t } = useTranslation('reset')
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warn">{t('confirm.incomplete')}</Notice>
      <AnotherLink />
    </div>
  )
}

const AnotherLink = () => {
  const { t } = useTranslation('reset')
  return (
    <LinkButton href={links.reset()} className="h-9">
      {t('confirm.another')}
    </LinkButton>
  )
}

/** Requires a click: programs that scan emails open links, and would use this one up. */
function Confirm({
  link,
  resetting,
}: {
  readonly link: ResetLink
  readonly resetting: ReturnType<typeof useResetPassword>
}) {
  const { t } = useTranslation('reset')
  const resetOnce = useMutateOnce(resetting)
  const [isRevoking, setRevoking] = useState(true)
  const { error } = resetting
  const isDead = isProblem(error) && error.code === 'reset_link_invalid'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    resetOnce({ link, isRevoking })
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      {!isDead && <p className="text-muted wrap-anywhere">{t('confirm.lead', { email: link.email })}</p>}
      {!isDead && <RevokeTokens isRevoking={isRevoking} onChange={setRevoking} />}
      <ProblemNotice error={error} />
      {isDead ? (
        <AnotherLink />
      ) : (
        <Button type="submit" kind="primary" className="h-9" isBusy={resetting.isPending}>
          {t('confirm.submit')}
        </Button>
      )}
    </form>
  )
}

function Made({ made: { password, isCopied } }: { readonly made: NewPassword }) {
  const { t } = useTranslation('reset')
  const box = useRef<HTMLDivElement>(null)
  // The button that had the focus has been removed.
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 focus:outline-none">
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('confirm.password')}</p>
        <CodeBlock label={t('confirm.password')} code={password} />
      </div>
      <p role="status" className="text-sm text-muted">
        {isCopied ? t('confirm.copied') : t('confirm.notCopied')}
      </p>
      <LinkButton href={links.login()} kind="primary" className="h-9">
        {t('confirm.logIn')}
      </LinkButton>
    </div>
  )
}
