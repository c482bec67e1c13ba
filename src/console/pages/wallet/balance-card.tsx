import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { QueryView } from '../../components/query-view.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { exactQuotaText, readExactQuota } from '../../exact-quota.ts'
import { decimalNumber, useMoney, wholeNumber } from '../../format.ts'
import { links } from '../../routes.ts'
import { type OwnBalance, useBalance } from './use-balance.ts'

/** The balance, and proof that it is the sum of all entries. */
export function BalanceCard() {
  const { t } = useTranslation('wallet')
  const balance = useBalance()
  return (
    <section className="rounded-lg border bg-surface p-5">
      <h2 className="text-sm text-muted">{t('balance.title')}</h2>
      <QueryView query={balance} loading={<div data-skeleton className="h-40 animate-pulse" aria-hidden />}>
        {(loaded) => <Balance balance={loaded} />}
      </QueryView>
    </section>
  )
}

function Balance({ balance }: { readonly balance: OwnBalance }) {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  return (
    <>
      <p
        className={`text-2xl font-semibold tracking-tight tabular-nums ${balance.quota < 0 ? 'text-bad' : ''}`}
        data-balance={balance.quota_exact}
      >
        {money.shown(balance.quota)}
      </p>
      <p className="mt-0.5 text-sm text-muted tabular-nums">
        {money.isInDollars
          ? t('quota', { amount: exactShown(balance.quota_exact) })
          : money.inDollars(balance.quota)}
      </p>
      <Sum balance={balance} />
    </>
  )
}

const charges = 'usage'

/** The entries by kind, their sum, and what remains of it while calls are running. */
function Sum({ balance }: { readonly balance: OwnBalance }) {
  const { t } = useTranslation('wallet')
  const { parts } = balance
  const sum = parts.reduce((all, part) => all + (readExactQuota(part.amount_exact) ?? 0n), 0n)
  const isEven = exactQuotaText(sum) === balance.balance_exact
  const lineClass = 'flex items-baseline justify-between gap-3 py-1'
  return (
    <dl className="mt-4 border-t pt-2 text-sm tabular-nums">
      {parts.map((part) => (
        <div key={part.kind} className={lineClass}>
          <dt className="min-w-0">
            <Link
              href={links.wallet({ of: part.kind === charges ? 'charges' : 'bookings' })}
              className="hover:underline"
            >
              {t(part.kind === charges ? 'kinds.charges' : `kinds.${part.kind}`)}
            </Link>{' '}
            <span className="text-xs text-muted">
              {t('balance.entries', { count: part.entries, shown: wholeNumber(part.entries) })}
            </span>
          </dt>
          <dd>
            <Amount exact={part.amount_exact} isSigned />
          </dd>
        </div>
      ))}
      <div className={`${lineClass} border-t font-medium`}>
        <dt>{t('balance.sum')}</dt>
        <dd data-sum={exactQuotaText(sum)}>
          <Amount exact={exactQuotaText(sum)} />
        </dd>
      </div>
      {balance.held_quota_exact !== '0' && (
        <>
          <div className={lineClass}>
            <dt>{t('balance.held')}</dt>
            <dd>
              <Amount exact={`-${balance.held_quota_exact}`} isSigned />
            </dd>
          </div>
          <div className={`${lineClass} border-t font-medium`}>
            <dt>{t('balance.free')}</dt>
            <dd>
              <Amount exact={balance.quota_exact} />
            </dd>
          </div>
        </>
      )}
      {!isEven && (
        <Notice tone="bad" className="mt-2">
          {t('balance.uneven')}
        </Notice>
      )}
    </dl>
  )
}

/** An amount in exact quota units; dollars are in the tooltip, because they would have to be rounded. */
function Amount({ exact, isSigned = false }: { readonly exact: string; readonly isSigned?: boolean }) {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const value = Number(exact)
  return (
    <Tooltip text={money.inDollars(value)}>
      <span>{t('quota', { amount: `${isSigned && value > 0 ? '+' : ''}${exactShown(exact)}` })}</span>
    </Tooltip>
  )
}

/**
 * Formats an amount with the separators of the language. A balance in thousandths is exact as a number, so three places
 * are right.
 */
const exactShown = (exact: string): string => decimalNumber(Number(exact), 3)
