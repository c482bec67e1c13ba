import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { links } from '../../routes.ts'
import { useAddress } from '../../state/address.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { AuditCard } from './audit-card.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { useDashboardSpan } from './dashboard-span.ts'
import { granularities, spans } from './dashboard-steps.ts'
import { Figures } from './figures.tsx'
import { LatencyChart } from './latency-chart.tsx'
import { ModelCharts } from './model-charts.tsx'
import { useOverview } from './use-overview.ts'

/** The balance, spending by model, success and latency. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const status = useStatus().data
  const user = useSessionUser()
  const address = useAddress()
  const span = useDashboardSpan(status)
  const isAdministrator = isAdmin(user)
  const isForAll = isAdministrator && address.get('of') !== 'me'
  const overview = useOverview(span, isForAll)
  if (status && !status.enable_data_export)
    return (
      <Page title={t('title')}>
        <EmptyState
          text={t('off')}
          action={<LinkButton href={links.tokens()}>{t('offTokens')}</LinkButton>}
        />
      </Page>
    )
  // In the log of all users, a user's own rows are found by username.
  const owner = isAdministrator && !isForAll ? user?.username : undefined
  return (
    <Page
      title={t('title')}
      lead={t(`lead.${span.name}`)}
      actions={
        <>
          {isAdministrator && (
            <Segments
              label={t('of.label')}
              value={isForAll ? 'all' : 'me'}
              options={[
                { value: 'all', label: t('of.all') },
                { value: 'me', label: t('of.me') },
              ]}
              onChange={(of) => address.set({ of: of === 'all' ? undefined : of })}
            />
          )}
          <Segments
            label={t('span.label')}
            value={span.name}
            options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
            onChange={(name) => address.set({ span: name, by: span.granularity })}
          />
          <Segments
            label={t('by.label')}
            value={span.granularity}
            options={granularities.map((value) => ({ value, label: t(`by.${value}`) }))}
            onChange={(by) => address.set({ by, span: span.name })}
          />
        </>
      }
    >
      <QueryView query={overview}>
        {(data) => (
          <div className="grid gap-4" aria-busy={overview.isPlaceholderData}>
            <Figures overview={data} owner={owner} isAdmin={isAdministrator} />
            <ModelCharts span={span} isForAll={isForAll} owner={owner} />
            <div className={`grid gap-4 ${isAdministrator ? 'lg:grid-cols-2' : ''}`}>
              <LatencyChart overview={data} span={span} />
              {isAdministrator && (
                <div className="grid min-w-0 content-start gap-4">
                  <ChannelsCard />
                  <AuditCard />
                </div>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  )
}
