import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/ui/card.tsx'
import { Chart } from '../../components/ui/chart.tsx'
import { decimalNumber } from '../../format.ts'
import type { DashboardSpan } from './dashboard-span.ts'
import { stepAt } from './dashboard-steps.ts'
import type { Overview } from './use-overview.ts'

/** The duration of calls over time: median and 95th percentile. */
export function LatencyChart({
  overview,
  span,
}: {
  readonly overview: Overview
  readonly span: DashboardSpan
}) {
  const { t } = useTranslation('dashboard')
  const format = useCallback(
    (ms: number) => t('seconds', { value: decimalNumber(ms / 1000, ms < 1000 ? 3 : 1) }),
    [t],
  )
  const series = useMemo(() => {
    const found = new Map(overview.buckets.map((each) => [stepAt(span.moments, each.at), each]))
    return [
      { label: t('latency.p50'), values: span.moments.map((_, index) => found.get(index)?.p50_ms ?? null) },
      { label: t('latency.p95'), values: span.moments.map((_, index) => found.get(index)?.p95_ms ?? null) },
    ]
  }, [overview, span, t])
  return (
    <Card title={t('latency.title')}>
      {overview.buckets.length === 0 ? (
        <p className="py-8 text-center text-muted">{t('latency.none')}</p>
      ) : (
        <Chart
          kind="line"
          label={t('latency.title')}
          moments={span.moments}
          series={series}
          format={format}
        />
      )}
      {!overview.is_complete && <p className="mt-2 text-xs text-muted">{t('latency.partial')}</p>}
    </Card>
  )
}
