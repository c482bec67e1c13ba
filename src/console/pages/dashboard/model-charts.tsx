import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { decimalsShown } from '../../amounts.ts'
import { Amount } from '../../components/amount.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chart } from '../../components/ui/chart.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { compactNumber, percent, useMoney, wholeNumber } from '../../format.ts'
import { links } from '../../routes.ts'
import type { DashboardSpan } from './dashboard-span.ts'
import { byModel, type HourlyStat, type ModelUsage, toSeries } from './model-usage.ts'
import { useHourlyStats } from './use-hourly-stats.ts'

interface OfModels {
  readonly span: DashboardSpan
  /** The user whose rows to show from the log of all users. */
  readonly owner: string | undefined
}

/** Spending and tokens by model over time, and a table of the models. */
export function ModelCharts({ span, owner, isForAll }: OfModels & { readonly isForAll: boolean }) {
  const { t } = useTranslation('dashboard')
  const stats = useHourlyStats(span, isForAll)
  return (
    <QueryView query={stats}>
      {(data) =>
        data.length === 0 ? (
          <Card title={t('models.spend')}>
            <EmptyState
              text={t('models.none')}
              action={<LinkButton href={links.tokens()}>{t('models.tokens')}</LinkButton>}
              command={'tollgate chat --model gpt-4o-mini "hello"'}
            />
          </Card>
        ) : (
          <Filled stats={data} span={span} owner={owner} />
        )
      }
    </QueryView>
  )
}

function Filled({ stats, span, owner }: OfModels & { readonly stats: readonly HourlyStat[] }) {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const models = useMemo(() => byModel(stats, span), [stats, span])
  const spent = useCallback((quota: number) => money.shown(quota, 4), [money])
  const others = t('models.others')
  const spend = useMemo(() => toSeries(models, (each) => each.quotas, others), [models, others])
  const tokens = useMemo(() => toSeries(models, (each) => each.tokenCounts, others), [models, others])
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={t('models.spend')}>
          <Chart
            kind="stacked"
            label={t('models.spend')}
            moments={span.moments}
            series={spend}
            format={spent}
            isWhole={!money.isInDollars}
          />
        </Card>
        <Card title={t('models.tokenCount')}>
          <Chart
            kind="stacked"
            label={t('models.tokenCount')}
            moments={span.moments}
            series={tokens}
            format={compactNumber}
            isWhole
          />
        </Card>
      </div>
      <ModelTable models={models} span={span} owner={owner} />
    </>
  )
}

const SHOWN_MAX = 20

function ModelTable({ models, span, owner }: OfModels & { readonly models: readonly ModelUsage[] }) {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const total = models.reduce((sum, { quota }) => sum + quota, 0)
  const digits = decimalsShown(models.slice(0, SHOWN_MAX).map(({ quota }) => money.shown(quota, 4)))
  const cell = 'border-t px-2 py-2 text-right max-sm:text-sm'
  return (
    <Card title={t('models.title')}>
      <table className="w-full border-collapse tabular-nums">
        <thead>
          <tr className="text-right text-xs text-muted">
            <th scope="col" className="px-2 pb-2 text-left font-medium">
              {t('models.model')}
            </th>
            <th scope="col" className="px-2 pb-2 font-medium">
              {t('figure.requests')}
            </th>
            <th scope="col" className="px-2 pb-2 font-medium max-sm:hidden">
              {t('models.tokenCount')}
            </th>
            <th scope="col" className="px-2 pb-2 font-medium">
              {t('figure.spent')}
            </th>
            <th scope="col" className="px-2 pb-2 font-medium max-sm:hidden">
              {t('models.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {models.slice(0, SHOWN_MAX).map((each) => (
            <tr key={each.model}>
              <td className="max-w-40 truncate border-t px-2 py-2">
                <Link
                  href={links.usageLog({
                    type: 2,
                    model_name: each.model,
                    from: span.from,
                    to: span.until,
                    username: owner,
                  })}
                  className="font-medium hover:underline"
                >
                  {each.model}
                </Link>
              </td>
              <td className={cell}>{wholeNumber(each.requests)}</td>
              <td className={`${cell} max-sm:hidden`}>{compactNumber(each.tokens)}</td>
              <td className={cell}>
                <span title={money.other(each.quota)}>
                  <Amount text={money.shown(each.quota, 4)} digits={digits} />
                </span>
              </td>
              <td className={`${cell} max-sm:hidden`}>{percent(total === 0 ? 0 : each.quota / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {models.length > SHOWN_MAX && (
        <p className="mt-2 text-sm text-muted">{t('models.more', { count: models.length - SHOWN_MAX })}</p>
      )}
    </Card>
  )
}
