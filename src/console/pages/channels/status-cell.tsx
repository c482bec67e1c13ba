import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { dateTime, relativeTime } from '../../format.ts'
import { type ListRow, readStatusInfo } from './channel-rows.ts'
import type { Channel } from './use-channels.ts'

const tones: Readonly<Record<number, Tone>> = { 1: 'ok', 2: 'neutral', 3: 'bad' }
const names = { 1: 'enabled', 2: 'disabled', 3: 'disabledAutomatically' } as const

export const statusName = ({ status }: Channel) => names[status as keyof typeof names] ?? 'disabled'

/**
 * A channel's status, or the number of enabled channels of a tag. If a channel was disabled automatically, says why and
 * since when.
 */
export function StatusCell({ row }: { readonly row: ListRow }) {
  const { t } = useTranslation('channels')
  if (row.kind === 'channel') return <ChannelStatus channel={row.channel} />
  const enabled = row.channels.filter((channel) => channel.status === 1).length
  const total = row.channels.length
  return (
    <Badge tone={enabled === total ? 'ok' : enabled === 0 ? 'neutral' : 'warn'} hasDot>
      {enabled === total ? t('status.enabled') : t('status.enabledOf', { enabled, total })}
    </Badge>
  )
}

function ChannelStatus({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation('channels')
  const badge = (
    <Badge tone={tones[channel.status] ?? 'neutral'} hasDot>
      {t(`status.${statusName(channel)}`)}
    </Badge>
  )
  const info = readStatusInfo(channel)
  if (!info) return badge
  const reason = info.reason || t('status.noReason')
  const full = info.time === 0 ? reason : t('status.why', { reason, when: dateTime(info.time) })
  return (
    <Tooltip text={full}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches the whole reason too. */}
      <span tabIndex={0} className="block w-fit max-w-32 rounded-sm max-sm:max-w-40">
        {badge}
        <span className="block truncate text-xs leading-4 text-muted">
          {info.time === 0 ? reason : t('status.since', { reason, when: relativeTime(info.time) })}
        </span>
      </span>
    </Tooltip>
  )
}
