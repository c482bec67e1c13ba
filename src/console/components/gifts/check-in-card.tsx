import { CalendarCheck, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { dateTime, useMoney } from '../../format.ts'
import { QueryView } from '../query-view.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { GiftSkeleton } from './gift-skeleton.tsx'
import { useCheckIn, useCheckInStatus } from './use-check-in.ts'

/** The daily check-in: due, or done for today. Renders nothing if the site does not offer one. */
export function CheckInCard() {
  const { t } = useTranslation('gifts')
  const money = useMoney()
  const isEnabled = useStatus().data?.check_in_enabled === true
  const status = useCheckInStatus(isEnabled)
  const checkIn = useCheckIn()
  const checkInOnce = useMutateOnce(checkIn)
  if (!isEnabled) return null
  return (
    <Card title={t('checkIn.title')} icon={<CalendarCheck size={16} aria-hidden className="text-muted" />}>
      <QueryView query={status} loading={<GiftSkeleton />}>
        {({ can_check_in: isDue, quota_min: least, quota_max: most, next_check_in_time: next }) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <div className="min-w-0">
              <p>
                {least === most
                  ? t('checkIn.fixed', { amount: money.shown(least, 6) })
                  : t('checkIn.random', { least: money.shown(least, 6), most: money.shown(most, 6) })}
              </p>
              {!isDue && (
                <p className="mt-1 text-sm text-muted tabular-nums">
                  {t('checkIn.next', { time: dateTime(next) })}
                </p>
              )}
            </div>
            {isDue ? (
              <Button kind="primary" isBusy={checkIn.isPending} onClick={() => checkInOnce()}>
                {t('checkIn.submit')}
              </Button>
            ) : (
              <p className="flex items-center gap-1.5 font-medium text-ok">
                <Check size={16} aria-hidden />
                {t('checkIn.done')}
              </p>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  )
}
