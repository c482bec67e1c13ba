import { useTranslation } from 'react-i18next'
import type { Status } from '../../api/use-status.ts'
import { baseAddress } from '../../components/snippets.ts'
import { Snippets } from '../../components/snippets-card.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'

/** Returns whether visitors can sign up. */
export const canRegister = (status: Status): boolean =>
  hasPage('register') && status.register_enabled && !status.self_use_mode_enabled

/** What this site is, what to do next, and a request that works once its key is filled in. */
export function Hero({
  status,
  model,
  hasPrices,
}: {
  readonly status: Status
  /** A model for the example; undefined while none is known. */
  readonly model: string | undefined
  /** Whether prices are listed further down. */
  readonly hasPrices: boolean
}) {
  const { t } = useTranslation('home')
  return (
    <div className="grid gap-8 md:grid-cols-[1fr_1.15fr] md:items-center md:gap-12">
      <div className="min-w-0">
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight wrap-anywhere sm:text-[34px] sm:leading-[42px]">
          <span className="mb-2 block text-base tracking-normal text-accent-text">{status.system_name}</span>
          {t('lead')}
        </h1>
        <p className="mt-3 max-w-prose text-lg text-muted">{t(hasPrices ? 'textPriced' : 'text')}</p>
        <div className="mt-6 flex flex-wrap gap-2 max-sm:*:grow">
          <NextStep status={status} />
        </div>
      </div>
      <section aria-label={t('example')} className="min-w-0 rounded-lg border bg-surface p-4">
        <h2 className="mb-3 font-semibold">{t('example')}</h2>
        <Snippets address={baseAddress(status)} apiKey="$TOLLGATE_KEY" model={model} />
      </section>
    </div>
  )
}

function NextStep({ status }: { readonly status: Status }) {
  const { t } = useTranslation('home')
  const user = useSessionUser()
  if (user)
    return (
      <>
        <LinkButton kind="primary" href={links.tokens()}>
          {t('openConsole')}
        </LinkButton>
        <LinkButton href={links.playground()}>{t('playground')}</LinkButton>
      </>
    )
  return (
    <>
      {canRegister(status) && (
        <LinkButton kind="primary" href={links.register()}>
          {t('register')}
        </LinkButton>
      )}
      <LinkButton kind={canRegister(status) ? 'secondary' : 'primary'} href={links.login()}>
        {t('login')}
      </LinkButton>
    </>
  )
}
