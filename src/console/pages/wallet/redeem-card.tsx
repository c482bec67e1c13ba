import { ExternalLink, Gift } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/api-problem.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useAddress } from '../../state/address.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { useRedeem } from './use-redeem.ts'

/** Redeems a code, which can come from a link: `/app/wallet?code=ABC`. */
export function RedeemCard() {
  const { t } = useTranslation('wallet')
  const status = useStatus().data
  const user = useSessionUser()
  const address = useAddress()
  const given = address.get('code')
  const [code, setCode] = useState(given)
  const [taken, setTaken] = useState(given)
  const [hasTried, setTried] = useState(false)
  const redeem = useRedeem()
  const redeemOnce = useMutateOnce(redeem)
  // Another link was opened on this page.
  if (given !== taken) {
    setTaken(given)
    if (given !== '') setCode(given)
  }
  const isEmpty = code.trim() === ''
  const refused = isProblem(redeem.error) && redeem.error.status < 500 ? redeem.error.message : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty) return
    redeemOnce(code.trim(), {
      onSuccess: () => {
        setCode('')
        setTried(false)
        address.set({ code: undefined, p: undefined }, { replace: true })
      },
    })
  }
  const link = topUpLink(status?.top_up_link)
  return (
    <section className="flex flex-col gap-3 rounded-lg border bg-surface p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <Gift size={16} aria-hidden className="text-muted" />
        {t('redeem.title')}
      </h2>
      {status?.self_use_mode_enabled && <Notice tone="info">{t('redeem.selfUse')}</Notice>}
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={t('redeem.code')}
          error={hasTried && isEmpty ? t('redeem.required') : isEmpty ? undefined : refused}
        >
          <TextInput
            isMono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            placeholder={t('redeem.placeholder')}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              if (redeem.isError) redeem.reset()
            }}
          />
        </Field>
        {refused === undefined && <ProblemNotice error={redeem.error} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" isBusy={redeem.isPending}>
            {t('redeem.submit')}
          </Button>
          {link !== undefined && (
            <Button
              icon={<ExternalLink size={14} aria-hidden />}
              onClick={() => window.open(link, '_blank', 'noopener,noreferrer')}
            >
              {t('redeem.get')}
            </Button>
          )}
        </div>
        {link === undefined && (isAdmin(user) || !status?.enable_online_topup) && (
          <p className="text-sm text-muted">{t('redeem.noLink')}</p>
        )}
      </form>
    </section>
  )
}

/** @returns undefined when none is set, and for anything but HTTP(S) addresses */
function topUpLink(link: string | undefined): string | undefined {
  try {
    const url = new URL(link ?? '')
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}
