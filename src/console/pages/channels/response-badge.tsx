import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { dateTime, decimalNumber } from '../../format.ts'

/** Color of durations up to a number of milliseconds; longer ones are bad. */
const thresholds: readonly (readonly [upToMs: number, tone: Tone])[] = [
  [1000, 'ok'],
  [3000, 'fair'],
  [5000, 'warn'],
]

export const responseTone = (milliseconds: number): Tone =>
  milliseconds === 0 ? 'neutral' : (thresholds.find(([upToMs]) => milliseconds <= upToMs)?.[1] ?? 'bad')

/** The duration of the last test. */
export function ResponseBadge({
  milliseconds,
  testedTime,
}: {
  /** 0 = not tested yet. */
  readonly milliseconds: number
  /** Unix seconds; 0 = never, or an average of several tests. */
  readonly testedTime: number
}) {
  const { t } = useTranslation('channels')
  const tone = responseTone(milliseconds)
  const badge = (
    <span className="inline-block" data-response={tone}>
      <Badge tone={tone}>
        {milliseconds === 0
          ? t('response.none')
          : milliseconds < 100
            ? t('response.milliseconds', { milliseconds })
            : t('response.seconds', { seconds: decimalNumber(milliseconds / 1000, 2) })}
      </Badge>
    </span>
  )
  return testedTime === 0 ? (
    badge
  ) : (
    <Tooltip text={t('response.tested', { when: dateTime(testedTime) })}>{badge}</Tooltip>
  )
}
