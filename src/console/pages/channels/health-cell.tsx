import { useTranslation } from 'react-i18next'
import { classNames } from '../../components/class-names.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { percent, wholeNumber } from '../../format.ts'
import { channelsOf, type ListRow } from './channel-rows.ts'
import { type CallCounts, hoursOf, successRate, sumOf, useChannelsHealth } from './use-channels-health.ts'

/** Shares of successful calls from which an hour counts as good, and as fair. */
const GOOD = 0.98
const FAIR = 0.8

/** A bar per hour and the overall success rate; the numbers are in the tooltip. */
export function HealthCell({ row }: { readonly row: ListRow }) {
  const { t } = useTranslation('channels')
  const health = useChannelsHealth().data
  if (!health) return null
  const hours = hoursOf(
    health,
    channelsOf(row).map((channel) => channel.id),
  )
  const sum = sumOf(hours)
  const rate = successRate(sum)
  const text =
    rate === undefined
      ? t('health.none')
      : t('health.calls', { succeeded: wholeNumber(sum.succeeded), failed: wholeNumber(sum.failed) })
  return (
    <Tooltip text={text}>
      <span
        className="flex w-fit flex-col gap-0.5 max-sm:flex-row max-sm:items-center max-sm:gap-2"
        data-health
      >
        <span aria-hidden className="flex h-4 items-stretch gap-px">
          {hours.map((hour, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            <i key={index} className={classNames('w-[3px] rounded-[1px]', barClass(hour))} />
          ))}
        </span>
        <span className="text-xs leading-4 text-muted">
          {rate === undefined ? t('health.unknown') : percent(rate)}
        </span>
        <span className="sr-only">{text}</span>
      </span>
    </Tooltip>
  )
}

function barClass(hour: CallCounts): string {
  const rate = successRate(hour)
  if (rate === undefined) return 'bg-line-strong opacity-60'
  if (rate >= GOOD) return 'bg-ok'
  return rate >= FAIR ? 'bg-warn' : 'bg-bad'
}
