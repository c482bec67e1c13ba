import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Amount } from '../../components/amount.tsx'
import { Chip } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { toDateText, useMoney } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { BalanceCell, balanceText } from './balance-cell.tsx'
import { type RowActions, RowActionsCell } from './channel-actions.tsx'
import { channelsOf, distinct, type ListRow, listOf } from './channel-rows.ts'
import { HealthCell } from './health-cell.tsx'
import { NameCell } from './name-cell.tsx'
import { ResponseBadge } from './response-badge.tsx'
import { RoutingCell } from './routing-cell.tsx'
import { StatusCell, statusName } from './status-cell.tsx'
import { useChannelTypes } from './use-channel-types.ts'
import type { Channel } from './use-channels.ts'
import { type ChannelsHealth, hoursOf, successRate, sumOf, useChannelsHealth } from './use-channels-health.ts'
import { WeightCell } from './weight-cell.tsx'

/** Returns the columns for a channel, or for all channels of a tag: health first. */
export function useChannelColumns(actions: RowActions): readonly Column<ListRow>[] {
  const { t } = useTranslation('channels')
  const money = useMoney()
  const types = useChannelTypes()
  const health = useChannelsHealth().data
  const typeLabel = ({ type }: Channel) => types.get(type)?.label ?? t('unknownType', { type })
  const canAsk = (row: ListRow) => row.kind === 'channel' && types.get(row.channel.type)?.has_balance === true
  return [
    {
      id: 'id',
      header: t('column.id'),
      align: 'right',
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) => (row.kind === 'channel' ? row.channel.id : ''),
      csv: ofChannel((channel) => channel.id),
    },
    {
      id: 'name',
      header: t('column.name'),
      isFixed: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: (row) => (
        <NameCell row={row} typeLabel={typeLabel} edit={actions.edit} toggleTag={actions.toggleTag} />
      ),
      csv: ofChannel((channel) => channel.name),
    },
    {
      id: 'type',
      header: t('column.type'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) => distinct(channelsOf(row).map(typeLabel)).join(', '),
      csv: ofChannel(typeLabel),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (row) => <StatusCell row={row} />,
      csv: ofChannel((channel) => t(`status.${statusName(channel)}`)),
    },
    {
      id: 'health',
      header: t('column.health'),
      cell: (row) => <HealthCell row={row} />,
      csv: ofChannel((channel) => rateOf(channel, health)),
    },
    {
      id: 'response',
      header: t('column.response'),
      cell: (row) => <ResponseCell row={row} />,
      csv: ofChannel((channel) => channel.response_time),
    },
    {
      id: 'priority',
      header: t('column.priority'),
      align: 'right',
      cell: (row) => <RoutingCell row={row} field="priority" />,
      csv: ofChannel((channel) => channel.priority),
    },
    {
      id: 'weight',
      header: t('column.weight'),
      align: 'right',
      cell: (row) => <WeightCell row={row} />,
      csv: ofChannel((channel) => channel.weight),
    },
    {
      id: 'used',
      header: t('column.used'),
      align: 'right',
      amount: (row) => money.shown(usedOf(row)),
      cell: (row, digits) => <UsedCell row={row} digits={digits} />,
      csv: ofChannel((channel) => channel.used_quota_exact),
    },
    {
      id: 'balance',
      header: t('column.balance'),
      align: 'right',
      cell: (row) => <BalanceCell row={row} canAsk={canAsk(row)} />,
      csv: ofChannel((channel) => balanceText([channel])),
    },
    {
      id: 'tag',
      header: t('column.tag'),
      card: 'hidden',
      cell: (row) =>
        row.kind === 'channel' && row.channel.tag !== '' ? (
          <Chip className="max-w-24">
            <span title={row.channel.tag}>{row.channel.tag}</span>
          </Chip>
        ) : (
          ''
        ),
      csv: ofChannel((channel) => channel.tag),
    },
    {
      id: 'groups',
      header: t('column.groups'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) => <Names names={distinct(channelsOf(row).flatMap((channel) => listOf(channel.group)))} />,
      csv: ofChannel((channel) => channel.group),
    },
    {
      id: 'models',
      header: t('column.models'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) => <Names names={distinct(channelsOf(row).flatMap((channel) => listOf(channel.models)))} />,
      csv: ofChannel((channel) => channel.models),
    },
    {
      id: 'created',
      header: t('column.created'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) =>
        row.kind === 'channel' ? (
          <span className="text-muted">{toDateText(row.channel.created_time)}</span>
        ) : (
          ''
        ),
      csv: ofChannel((channel) => toDateText(channel.created_time)),
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'foot',
      cell: (row) => <RowActionsCell row={row} canAskBalance={canAsk(row)} {...actions} />,
    },
  ]
}

/** Returns a percentage with one decimal; empty without calls. */
function rateOf(channel: Channel, health: ChannelsHealth | undefined): string {
  const rate = health && successRate(sumOf(hoursOf(health, [channel.id])))
  return rate === undefined ? '' : (Math.floor(rate * 1000) / 10).toFixed(1)
}

/** Exports channels only, however the list is grouped. */
const ofChannel =
  (read: (channel: Channel) => string | number) =>
  (row: ListRow): string | number =>
    row.kind === 'channel' ? read(row.channel) : ''

/** Shows the last response time; for a tag, the mean of its tested channels. */
function ResponseCell({ row }: { readonly row: ListRow }) {
  const tested = channelsOf(row).filter((channel) => channel.response_time > 0)
  const sum = tested.reduce((total, channel) => total + channel.response_time, 0)
  return (
    <ResponseBadge
      milliseconds={tested.length === 0 ? 0 : Math.round(sum / tested.length)}
      testedTime={row.kind === 'channel' ? row.channel.test_time : 0}
    />
  )
}

const usedOf = (row: ListRow): number => channelsOf(row).reduce((sum, channel) => sum + channel.used_quota, 0)

/** The quota charged for its responses, linked to the log rows that it consists of. */
function UsedCell({ row, digits }: { readonly row: ListRow; readonly digits: number }) {
  const money = useMoney()
  const used = usedOf(row)
  const text = <Amount text={money.shown(used)} digits={digits} />
  return (
    <Tooltip text={money.other(used)}>
      {row.kind === 'channel' && hasPage('usageLog') ? (
        <Link href={links.usageLog({ channel: row.channel.id })} className="hover:underline">
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
    </Tooltip>
  )
}

/** The first names, and the number of further ones. */
function Names({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('channels')
  const shown = names.length <= 2 ? names : names.slice(0, 1)
  const rest = names.length - shown.length
  return (
    <span className="flex flex-wrap gap-1">
      {shown.map((name) => (
        <Chip key={name}>{name}</Chip>
      ))}
      {rest > 0 && (
        <Tooltip text={names.slice(0, 60).join(', ')}>
          <span className="text-xs text-muted">{t('more', { count: rest })}</span>
        </Tooltip>
      )}
    </span>
  )
}
