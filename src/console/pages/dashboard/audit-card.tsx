import { useTranslation } from 'react-i18next'
import { QueryView } from '../../components/query-view.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { relativeTime, wholeNumber } from '../../format.ts'
import { useLastAudit, useRunAudit } from './use-last-audit.ts'

const tones = { clean: 'ok', violated: 'bad', unknown: 'warn' } as const

/** Shows whether the ledger was consistent at the last audit. For administrators. */
export function AuditCard() {
  const { t } = useTranslation('dashboard')
  const last = useLastAudit()
  const run = useRunAudit()
  return (
    <Card
      title={t('audit.title')}
      aside={
        <Button size="sm" isBusy={run.isPending} onClick={() => run.mutate()}>
          {t('audit.run')}
        </Button>
      }
    >
      <QueryView
        query={last}
        loading={<div data-skeleton className="h-6 animate-pulse rounded-md bg-sunken" />}
      >
        {(audit) =>
          audit === null ? (
            <p className="text-muted">{t('audit.none')}</p>
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[audit.state]}>{t(`audit.${audit.state}`)}</Badge>
              <span className="text-muted">
                {t('audit.read', {
                  count: audit.entries,
                  shown: wholeNumber(audit.entries),
                  when: relativeTime(audit.finished_time),
                })}
              </span>
              {audit.violated.length > 0 && (
                <ul className="w-full list-disc pl-5 text-bad">
                  {audit.violated.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              )}
            </div>
          )
        }
      </QueryView>
    </Card>
  )
}
