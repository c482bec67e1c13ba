import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { compactNumber, decimalNumber, percent, useMoney, wholeNumber } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { compare } from './comparison.ts'
import { useBalance } from './use-balance.ts'
import type { Overview } from './use-overview.ts'

/** The totals of the period; each links to the log rows that it consists of. */
export function Figures({
  overview,
  owner,
  isAdmin,
}: {
  readonly overview: Overview
  /** The user whose rows to show from the log of all users; undefined = all that the reader may see. */
  readonly owner: string | undefined
  readonly isAdmin: boolean
}) {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const { total, before, latency } = overview
  const rows = (type: number) =>
    links.usageLog({ type, from: overview.from, to: overview.until, username: owner })
  const spent = Number(total.quota_exact)
  const asked = total.requests + total.failed
  const rate = asked === 0 ? 0 : total.failed / asked
  const askedBefore = before.requests + before.failed
  const rateBefore = askedBefore === 0 ? 0 : before.failed / askedBefore
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line lg:grid-cols-5">
      <BalanceFigure />
      <Figure
        name={t('figure.spent')}
        value={money.shown(spent, 4)}
        exact={money.other(spent)}
        href={rows(2)}
        below={useChange(spent, Number(before.quota_exact), money.shown(Number(before.quota_exact), 4))}
      />
      <Figure
        name={t('figure.requests')}
        value={compactNumber(total.requests)}
        exact={wholeNumber(total.requests)}
        href={rows(2)}
        below={useChange(total.requests, before.requests, compactNumber(before.requests))}
      />
      <Figure
        name={t('figure.errors')}
        value={overview.is_error_logged || total.failed > 0 ? percent(rate) : '–'}
        exact={t('figure.failed', { count: total.failed })}
        href={rows(6)}
        tone={rate > 0.05 ? 'text-bad' : ''}
        below={
          overview.is_error_logged || total.failed > 0
            ? t('change.was', { value: percent(rateBefore) })
            : t(isAdmin ? 'figure.notLoggedAdmin' : 'figure.notLogged')
        }
      />
      <Figure
        name={t('figure.latency')}
        value={
          latency.p50_ms === null
            ? '–'
            : t('seconds', { value: decimalNumber(latency.p50_ms / 1000, latency.p50_ms < 1000 ? 3 : 1) })
        }
        exact={t('figure.latencyExact')}
        href={rows(2)}
        below={
          latency.p95_ms === null
            ? t('figure.noCalls')
            : t('figure.p95', { value: decimalNumber(latency.p95_ms / 1000, latency.p95_ms < 1000 ? 3 : 1) })
        }
      />
    </dl>
  )
}

/** Returns a sentence that compares a total with that of the period before. */
function useChange(now: number, before: number, value: string): string {
  const { t } = useTranslation('dashboard')
  const { is, by } = compare(now, before)
  if (is === 'times') return t('change.times', { times: decimalNumber(by, by >= 10 ? 0 : 1), value })
  return t(`change.${is}`, { share: percent(by), value })
}

function BalanceFigure() {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const { data, isError } = useBalance()
  if (!data)
    return (
      <Figure
        name={t('figure.balance')}
        value={
          isError ? (
            '–'
          ) : (
            <span data-skeleton className="my-1 block h-5 w-20 animate-pulse rounded-sm bg-sunken" />
          )
        }
        exact=""
        below={isError ? t('figure.unknown') : ''}
      />
    )
  const days = data.perDay > 0 ? data.balance / data.perDay : undefined
  return (
    <Figure
      name={t('figure.balance')}
      value={money.shown(data.balance)}
      exact={money.other(data.balance)}
      href={hasPage('wallet') ? links.wallet() : undefined}
      tone={days !== undefined && days < 3 ? 'text-bad' : ''}
      belowHref={data.balance <= 0 && hasPage('wallet') ? links.wallet() : undefined}
      below={
        days === undefined
          ? t(data.balance > 0 ? 'figure.unused' : 'figure.topUp')
          : days > 999
            ? t('figure.daysMany')
            : data.balance > 0
              ? t('figure.days', { count: Math.max(0, Math.floor(days)) })
              : t('figure.topUp')
      }
    />
  )
}

function Figure({
  name,
  value,
  exact,
  below,
  belowHref,
  href,
  tone = '',
}: {
  readonly name: string
  readonly value: ReactNode
  readonly exact: string
  readonly below: string
  /** Link of the line below the number. */
  readonly belowHref?: string | undefined
  readonly href?: string | undefined
  readonly tone?: string
}) {
  const number = (
    <span className={`text-xl font-semibold tracking-tight tabular-nums ${tone}`} title={exact}>
      {value}
    </span>
  )
  return (
    <div className="min-w-0 bg-surface px-4 py-3 max-lg:first:col-span-2">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        {href === undefined ? (
          number
        ) : (
          <Link href={href} className="rounded-sm hover:underline">
            {number}
          </Link>
        )}
        <span className="block min-h-4 text-xs text-faint tabular-nums">
          {belowHref === undefined ? (
            below
          ) : (
            <Link href={belowHref} className="text-accent-text underline">
              {below}
            </Link>
          )}
        </span>
      </dd>
    </div>
  )
}
