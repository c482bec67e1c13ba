import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { QueryView } from '../../components/query-view.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { percent, wholeNumber } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useChannelsState } from './use-channels-state.ts'

const SHOWN_MAX = 6

/** Lists the channels that fail, worst first. For administrators. */
export function ChannelsCard() {
  const { t } = useTranslation('dashboard')
  const state = useChannelsState()
  return (
    <Card
      title={t('channels.title')}
      aside={
        hasPage('channels') && (
          <Link href={links.channels()} className="text-sm text-accent-text hover:underline">
            {t('channels.all')}
          </Link>
        )
      }
    >
      <QueryView
        query={state}
        loading={<div data-skeleton className="h-24 animate-pulse rounded-md bg-sunken" />}
      >
        {({ enabled, disabled, disabledAutomatically, called }) => (
          <>
            <p className="flex flex-wrap gap-1.5">
              <Badge tone="ok">{t('channels.enabled', { count: enabled })}</Badge>
              {disabledAutomatically > 0 && (
                <Badge tone="bad">{t('channels.automatic', { count: disabledAutomatically })}</Badge>
              )}
              {disabled > 0 && <Badge>{t('channels.disabled', { count: disabled })}</Badge>}
            </p>
            {called.length === 0 ? (
              <p className="mt-3 text-muted">{t('channels.quiet')}</p>
            ) : (
              <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 tabular-nums">
                {called.slice(0, SHOWN_MAX).map(({ id, name, succeeded, failed }) => {
                  const rate = succeeded / Math.max(1, succeeded + failed)
                  return (
                    <li key={id} className="flex items-center gap-3">
                      <Link
                        href={links.usageLog({ channel: id })}
                        className="min-w-0 grow truncate hover:underline"
                      >
                        {name === '' ? `#${id}` : name}
                      </Link>
                      <span className="shrink-0 text-sm text-muted">
                        {t('channels.calls', {
                          count: succeeded + failed,
                          shown: wholeNumber(succeeded + failed),
                        })}
                      </span>
                      <Badge tone={rate >= 0.99 ? 'ok' : rate >= 0.9 ? 'warn' : 'bad'}>{percent(rate)}</Badge>
                    </li>
                  )
                })}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}
