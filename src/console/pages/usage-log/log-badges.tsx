import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { compactNumber, percent, useMoney, wholeNumber } from '../../format.ts'
import { CONSUMPTION, ERROR, type LogFilters } from './log-filters.ts'
import { useLogStat } from './use-log-stat.ts'

/** The totals of the matching rows. */
export function LogBadges({
  filters,
  isAdmin,
  isLive,
}: {
  readonly filters: LogFilters
  readonly isAdmin: boolean
  readonly isLive: boolean
}) {
  const { t } = useTranslation('usageLog')
  const money = useMoney()
  const query = useLogStat(filters, isAdmin, isLive)
  if (query.isError && !query.data)
    return (
      <div className="mb-4">
        <ProblemNotice error={query.error} />
      </div>
    )
  const stat = query.data
  const sum = Number(stat?.quota_exact ?? 0)
  const isSpent = filters.type === 0 || filters.type === CONSUMPTION || filters.type === ERROR
  const name = t(isSpent ? 'badge.spent' : 'badge.credited')
  const sign = !isSpent && sum > 0 ? '+' : ''
  const share = (part: number) =>
    stat === undefined || stat.token_total === 0
      ? ''
      : t('badge.shareOf', {
          share: percent(part / stat.token_total),
          total: compactNumber(stat.token_total),
        })
  const tiles: readonly (readonly [name: string, value: ReactNode, below: string, exact: string])[] = stat
    ? [
        [name, `${sign}${money.shown(sum, 4)}`, money.other(sum), stat.quota_exact],
        [
          t('badge.input'),
          compactNumber(stat.token_input),
          share(stat.token_input),
          wholeNumber(stat.token_input),
        ],
        [
          t('badge.output'),
          compactNumber(stat.token_output),
          share(stat.token_output),
          wholeNumber(stat.token_output),
        ],
        [t('badge.rpm'), compactNumber(stat.rpm), t('badge.lastMinute'), wholeNumber(stat.rpm)],
        [t('badge.tpm'), compactNumber(stat.tpm), t('badge.lastMinute'), wholeNumber(stat.tpm)],
      ]
    : [name, t('badge.input'), t('badge.output'), t('badge.rpm'), t('badge.tpm')].map(
        (name) => [name, '', '', ''] as const,
      )
  return (
    <dl
      aria-busy={stat === undefined || query.isPlaceholderData}
      className="mb-4 grid grid-cols-6 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-5"
    >
      {tiles.map(([name, value, below, exact]) => (
        // A phone only has room for the amounts, without the totals they are shares of.
        <div
          key={name}
          className="bg-surface px-4 py-3 max-sm:col-span-2 max-sm:px-3 max-sm:py-2 max-sm:nth-[n+4]:col-span-3"
        >
          <dt className="text-xs text-muted">{name}</dt>
          <dd>
            {stat ? (
              <span
                className="block text-xl font-semibold tracking-tight tabular-nums max-sm:text-base max-sm:wrap-anywhere"
                title={exact}
              >
                {value}
              </span>
            ) : (
              <span data-skeleton className="my-1 block h-5 w-20 animate-pulse rounded-sm bg-sunken" />
            )}
            <span className="block min-h-4 text-xs text-faint tabular-nums max-sm:hidden">{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
