import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../format.ts'
import type { LogFilters } from './log-filters.ts'
import { useLogSeries } from './use-log-series.ts'

type Choose = (from: number, to: number) => void

/**
 * The matching rows over time. Clicking a bar narrows the time range to it; Tab reaches one bar, arrow keys the others.
 */
export function LogHistogram({
  filters,
  isAdmin,
  isLive,
  choose,
}: {
  readonly filters: LogFilters
  readonly isAdmin: boolean
  readonly isLive: boolean
  readonly choose: Choose
}) {
  const { t } = useTranslation('usageLog')
  const [walkedTo, setWalkedTo] = useState<number>()
  const series = useLogSeries(filters, isAdmin, isLive).data
  if (!series) return <div className="h-16 border-b" />
  const { from, step, until } = series
  const count = Math.max(1, Math.floor((until - from) / step) + 1)
  const found = new Map(series.buckets.map((each) => [Math.floor((each.at - from) / step), each]))
  const highest = Math.max(1, ...series.buckets.map(({ calls, errors, others }) => calls + errors + others))
  const last = Math.max(...found.keys())
  const tabStop = walkedTo !== undefined && found.has(walkedTo) ? walkedTo : last
  const height = (rows: number) => (rows === 0 ? '0' : `${Math.max(4, (rows / highest) * 100)}%`)
  return (
    <fieldset className="border-b px-3 pt-2.5">
      <legend className="sr-only">{t('histogram.title')}</legend>
      <div className="flex h-12 items-end gap-px sm:gap-0.5">
        {Array.from({ length: count }, (_, index) => {
          const bucket = found.get(index)
          const at = from + index * step
          if (!bucket)
            return <span key={at} aria-hidden className="h-px max-w-10 min-w-0 flex-1 self-end bg-line" />
          const label = t('histogram.at', {
            time: dateTime(at),
            calls: t('histogram.callCount', { count: bucket.calls }),
            errors: t('histogram.errorCount', { count: bucket.errors }),
          })
          return (
            <button
              key={at}
              type="button"
              tabIndex={index === tabStop ? 0 : -1}
              onFocus={() => setWalkedTo(index)}
              onKeyDown={walk}
              title={label}
              aria-label={label}
              className="flex h-full max-w-10 min-w-0 flex-1 flex-col justify-end overflow-hidden rounded-t-xs hover:bg-hover"
              onClick={() => choose(at, Math.min(until, at + step - 1))}
            >
              <span className="block bg-bad" style={{ height: height(bucket.errors) }} />
              <span className="block bg-faint" style={{ height: height(bucket.others) }} />
              <span className="block bg-accent opacity-70" style={{ height: height(bucket.calls) }} />
            </button>
          )
        })}
      </div>
      {!series.is_complete && <p className="py-1 text-xs text-muted">{t('histogram.partial')}</p>}
    </fieldset>
  )
}

/** Moves between bars with arrow keys, Home and End. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const bars = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = bars.indexOf(event.currentTarget)
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  bars[next]?.focus()
}
