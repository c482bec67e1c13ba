import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { LinkButton } from '../../components/ui/button.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useMoney, wholeNumber } from '../../format.ts'
import { links } from '../../routes.ts'
import { RoleBadge } from '../users/user-badges.tsx'
import type { Account } from './use-account.ts'

/** The user's name, role, balance and spending. */
export function AccountCard({ account }: { readonly account: Account }) {
  const { t } = useTranslation('me')
  const name = account.display_name || account.username
  return (
    <section aria-label={t('account.title')} className="min-w-0 rounded-lg border bg-surface p-5">
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-weak text-lg font-semibold text-accent-text uppercase"
        >
          {[...name][0]}
        </span>
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg leading-6 font-semibold">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <RoleBadge role={account.role} />
          </h2>
          <p className="text-sm text-muted wrap-anywhere">{account.username}</p>
        </div>
        <LinkButton href={links.selfEdit()} size="sm" icon={<Pencil size={13} aria-hidden />}>
          {t('account.edit')}
        </LinkButton>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t pt-4 sm:grid-cols-3">
        <Fact label={t('account.balance')}>
          <Amount quota={account.quota} href={links.wallet()} />
        </Fact>
        <Fact label={t('account.used')}>
          <Amount quota={account.used_quota} href={links.usageLog()} />
        </Fact>
        <Fact label={t('account.requests')}>
          <Link href={links.usageLog()} className="hover:underline">
            {wholeNumber(account.request_count)}
          </Link>
        </Fact>
        <Fact label={t('account.id')}>{account.id}</Fact>
        <Fact label={t('account.group')}>{account.group}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}

function Amount({ quota, href }: { readonly quota: number; readonly href: string }) {
  const money = useMoney()
  return (
    <Tooltip text={money.other(quota)}>
      <Link href={href} className="hover:underline">
        {money.shown(quota)}
      </Link>
    </Tooltip>
  )
}
