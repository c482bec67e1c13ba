import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useOwnGroups } from '../../api/use-own-groups.ts'
import { Amount } from '../../components/amount.tsx'
import { GroupRatioTag } from '../../components/group-ratio-tag.tsx'
import { Badge, Chip, type Tone } from '../../components/ui/badge.tsx'
import { Meter } from '../../components/ui/meter.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { dateTime, type Money, relativeTime, toDateText, useMoney } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { TokenActions, type TokenRowActions } from './token-actions.tsx'
import { shortKey } from './token-key.ts'
import type { Token } from './use-tokens.ts'

const tones: Readonly<Record<number, Tone>> = { 1: 'ok', 2: 'neutral', 3: 'neutral', 4: 'warn' }
const statusNames = { 2: 'disabled', 3: 'expired', 4: 'exhausted' } as const

const statusName = ({ status, model_limits_enabled: isLimited }: Token) =>
  statusNames[status as keyof typeof statusNames] ?? (isLimited ? 'enabledWithLimits' : 'enabled')

/** Returns the columns of the list of tokens. */
export function useTokenColumns(actions: TokenRowActions): readonly Column<Token>[] {
  const { t } = useTranslation('tokens')
  const money = useMoney()
  return [
    {
      id: 'name',
      header: t('column.name'),
      isFixed: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: (token) => (
        <button
          type="button"
          className="block max-w-full rounded-sm text-left"
          title={token.name}
          onClick={() => actions.edit(token)}
        >
          <span className="block truncate font-medium hover:underline">{token.name}</span>
          <span className="block truncate font-mono text-xs leading-4 text-muted">{shortKey(token)}</span>
          {token.former_key_until > 0 && (
            <span className="block text-xs leading-4 text-muted sm:whitespace-normal">
              {t('formerKeyUntil', { when: dateTime(token.former_key_until) })}
            </span>
          )}
        </button>
      ),
      csv: (token) => token.name,
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (token) => (
        <Badge tone={tones[token.status] ?? 'neutral'} hasDot>
          {t(`status.${statusName(token)}`)}
        </Badge>
      ),
      csv: (token) => t(`status.${statusName(token)}`),
    },
    {
      id: 'spent',
      header: t('column.spent'),
      card: 'wide',
      cell: (token) => <Spent token={token} money={money} />,
      csv: (token) => token.used_quota_exact,
    },
    {
      id: 'remaining',
      header: t('column.remaining'),
      align: 'right',
      isOffAtFirst: true,
      card: 'hidden',
      amount: (token) => (token.unlimited_quota ? '' : money.shown(token.remain_quota)),
      cell: (token, digits) =>
        token.unlimited_quota ? (
          t('noLimit')
        ) : (
          <Amount text={money.shown(token.remain_quota)} digits={digits} />
        ),
      csv: (token) => (token.unlimited_quota ? '' : token.remain_quota_exact),
    },
    {
      id: 'group',
      header: t('column.group'),
      card: 'hidden',
      cell: (token) => <GroupBadge name={token.group} />,
      csv: (token) => token.group,
    },
    {
      id: 'limits',
      header: t('column.limits'),
      card: 'wide',
      cell: (token) => <Limits token={token} />,
      csv: (token) => token.model_limits,
    },
    {
      id: 'lastUsed',
      header: t('column.lastUsed'),
      card: 'hidden',
      cell: (token) =>
        isUsed(token) ? (
          <Tooltip text={dateTime(token.accessed_time)}>
            <span className="text-muted">{relativeTime(token.accessed_time)}</span>
          </Tooltip>
        ) : (
          <span className="text-muted">{t('neverUsed')}</span>
        ),
      csv: (token) => (isUsed(token) ? toDateText(token.accessed_time) : ''),
    },
    {
      id: 'created',
      header: t('column.created'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (token) => <span className="text-muted">{toDateText(token.created_time)}</span>,
      csv: (token) => toDateText(token.created_time),
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'wide',
      cell: (token) => <TokenActions token={token} {...actions} />,
    },
  ]
}

const isUsed = (token: Token): boolean =>
  token.used_quota_exact !== '0' || token.accessed_time > token.created_time

/** The spent share of the token's total quota, linked to the log rows. */
function Spent({ token, money }: { readonly token: Token; readonly money: Money }) {
  const { t } = useTranslation('tokens')
  const given = token.used_quota + token.held_quota + token.remain_quota
  const share = given > 0 ? token.used_quota / given : 0
  const spent = money.shown(token.used_quota)
  return (
    <div className="max-sm:w-full sm:min-w-36">
      <Tooltip text={money.other(token.used_quota)}>
        <span>
          {hasPage('usageLog') ? (
            <Link href={links.usageLog({ token_name: token.name })} className="hover:underline">
              {spent}
            </Link>
          ) : (
            <span>{spent}</span>
          )}{' '}
          <span className="text-faint">
            {token.unlimited_quota ? t('noLimit') : t('ofAmount', { amount: money.shown(given) })}
          </span>
        </span>
      </Tooltip>
      {!token.unlimited_quota && (
        <span className="mt-1 block">
          <Meter share={share} tone={share >= 0.9 ? 'warn' : 'accent'} />
        </span>
      )}
      {token.budget_period !== 'none' && <PeriodBudget token={token} period={token.budget_period} />}
    </div>
  )
}

/** The spent share of the current period's budget, and when it renews. */
function PeriodBudget({
  token,
  period,
}: {
  readonly token: Token
  readonly period: 'day' | 'week' | 'month'
}) {
  const { t } = useTranslation('tokens')
  const money = useMoney()
  const share = token.budget_quota > 0 ? token.budget_used_quota / token.budget_quota : 0
  return (
    <Tooltip text={t('renews', { when: dateTime(token.budget_renews_time) })}>
      <span className="mt-1 block text-xs leading-4 text-muted">
        {t(`budgetOf.${period}`, {
          spent: money.shown(token.budget_used_quota),
          budget: money.shown(token.budget_quota),
        })}
        <span className="mt-0.5 block">
          <Meter share={share} tone={share >= 0.9 ? 'warn' : 'accent'} />
        </span>
      </span>
    </Tooltip>
  )
}

function GroupBadge({ name }: { readonly name: string }) {
  const user = useSessionUser()
  const groups = useOwnGroups().data
  const effective = name === '' ? (user?.group ?? '') : name
  const ratio = groups?.[effective]?.ratio
  return (
    <span className="inline-flex items-center gap-1">
      <Badge tone={name === '' ? 'neutral' : 'accent'}>{effective}</Badge>
      {ratio !== undefined && <GroupRatioTag ratio={ratio} />}
    </span>
  )
}

/** The first item of each list, and the number of further ones. */
function Limits({ token }: { readonly token: Token }) {
  const { t } = useTranslation('tokens')
  const models = token.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : []
  const addresses = token.allow_ips.split('\n').filter(Boolean)
  const fallbacks = Object.keys(token.model_fallbacks).length
  const parts = [
    ...firstOf(models, (count) => t('moreLimits', { count })),
    ...firstOf(addresses, (count) => t('moreLimits', { count })),
    ...(fallbacks > 0 ? [t('fallbacks', { count: fallbacks })] : []),
    ...(token.expired_time === -1 ? [] : [t('until', { date: toDateText(token.expired_time).slice(0, 10) })]),
    ...(token.rate_limit_enabled
      ? [
          t('rate', {
            period: token.rate_limit_period,
            count: token.rate_limit_count,
            success: token.rate_limit_success,
          }),
        ]
      : []),
    ...(token.tokens_per_minute > 0 ? [t('perMinute', { count: token.tokens_per_minute })] : []),
  ]
  return (
    <div className="flex flex-wrap gap-1">
      {parts.map((part) => (
        <Chip key={part} className="max-w-44">
          <span title={part}>{part}</span>
        </Chip>
      ))}
    </div>
  )
}

const firstOf = (list: readonly string[], more: (count: number) => string): readonly string[] =>
  list.length <= 2 ? list : [list[0] ?? '', more(list.length - 1)]
