import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/ui/badge.tsx'
import type { Attempt, CallRecord } from './log-details.ts'
import { shortSeconds } from './timings.ts'

const skipReasons = ['cooling', 'prompt-too-long', 'unsupported', 'no-usable-key', 'failing'] as const

/** The attempts of a call, one below the other on a common time scale. */
export function Attempts({ call, wholeMs }: { readonly call: CallRecord; readonly wholeMs: number }) {
  const { t } = useTranslation('usageLog')
  const { attempts, skipped } = call
  if (attempts.length === 0) return <p className="text-sm text-muted">{t('detail.noAttempts')}</p>
  const bars = toBars(call, wholeMs)
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,auto)_minmax(60px,1fr)_auto] items-center gap-x-3 gap-y-1.5">
        {bars.map(({ attempt, key, startShare, waitShare, bodyShare, seconds }, index) => (
          <li key={key} className="contents">
            <span className="flex min-w-0 items-center gap-1.5">
              <span className="truncate">
                {attempt.channel || t('detail.attempt', { number: index + 1 })}
              </span>
              <Badge tone={attempt.error === '' ? 'ok' : 'bad'}>
                {attempt.status > 0
                  ? attempt.status
                  : attempt.error === ''
                    ? t('detail.ok')
                    : t('type.error')}
              </Badge>
            </span>
            <span aria-hidden className="relative block h-2.5">
              <span
                className={`absolute inset-y-0 rounded-sm ${attempt.error === '' ? 'bg-line-strong' : 'bg-bad'}`}
                style={{ left: startShare, width: waitShare }}
              />
              {attempt.error === '' && (
                <span
                  className="absolute inset-y-0 rounded-sm bg-accent"
                  style={{ left: `calc(${startShare} + ${waitShare})`, width: bodyShare }}
                />
              )}
            </span>
            <span className="text-right text-sm text-muted tabular-nums">
              {t('seconds', { value: shortSeconds(seconds) })}
            </span>
            {attempt.error !== '' && (
              <span className="col-span-3 -mt-1 text-sm break-words text-bad">{attempt.error}</span>
            )}
          </li>
        ))}
      </ol>
      {skipped.map(({ channel, reason }, index) => {
        const known = skipReasons.find((each) => each === reason)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: users are not told which channels were skipped.
          <p key={index} className="mt-2 text-sm text-muted">
            {t('detail.skipped', {
              name: channel || t('detail.skippedChannel'),
              reason: known ? t(`skip.${known}`) : reason,
            })}
          </p>
        )
      })}
    </>
  )
}

interface Bar {
  readonly attempt: Attempt
  readonly key: string
  readonly startShare: string
  /** Time to the first byte; for a failed attempt, its whole duration. */
  readonly waitShare: string
  readonly bodyShare: string
  readonly seconds: number
}

/**
 * Returns the bars of the attempts. The successful one lasts until the end of the call, whatever duration was recorded
 * for it.
 */
function toBars({ attempts, firstByteMs }: CallRecord, wholeMs: number): readonly Bar[] {
  const tried = attempts.reduce((sum, { tookMs }) => sum + tookMs, 0)
  const whole = Math.max(wholeMs, tried, 1)
  const share = (ms: number) => `${Math.min(100, (ms / whole) * 100).toFixed(2)}%`
  let startMs = 0
  return attempts.map((attempt, index) => {
    const isLast = index === attempts.length - 1
    const tookMs =
      attempt.error === '' && isLast ? Math.max(attempt.tookMs, wholeMs - startMs) : attempt.tookMs
    const waitMs = attempt.error === '' ? Math.min(firstByteMs || attempt.tookMs, tookMs) : tookMs
    const bar = {
      attempt,
      key: `${startMs} ${index}`,
      startShare: share(startMs),
      waitShare: share(Math.max(waitMs, whole * 0.004)),
      bodyShare: share(tookMs - waitMs),
      seconds: tookMs / 1000,
    }
    startMs += tookMs
    return bar
  })
}
