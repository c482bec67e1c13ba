import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Opening } from '../../components/ui/opening.tsx'
import { useDrawer } from '../../state/drawer.ts'
import { useSessionUser } from '../../state/session.ts'
import { useWasTrue } from '../../state/was-true.ts'
import { GroupSwitch, type PriceGroup } from './group-switch.tsx'
import { PriceTable } from './price-table.tsx'
import { usePriceView } from './use-price-view.ts'
import { usePricing } from './use-pricing.ts'

// Fetched when the first model is opened.
const ModelDrawer = lazy(async () => ({ default: (await import('./model-drawer.tsx')).ModelDrawer }))

/** The public price list of all models, in the groups that the visitor may use. */
export function PricingPage() {
  const { t } = useTranslation('pricing')
  const user = useSessionUser()
  const pricing = usePricing()
  const view = usePriceView()
  const drawer = useDrawer('model')
  const hasOpened = useWasTrue(drawer.isOpen)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <QueryView query={pricing}>
        {({ data, group_ratio: ratios, usable_group: descriptions }) => {
          const groups = Object.entries(ratios).map(
            ([name, ratio]): PriceGroup => ({
              name,
              ratio,
              description: descriptions[name] ?? '',
              isOwn: name === user?.group,
            }),
          )
          const chosen = chosenOf(groups, view.group)
          return (
            <>
              {groups.length > 0 && <GroupSwitch groups={groups} chosen={chosen} onChange={view.setGroup} />}
              <PriceTable items={data} group={chosen} view={view} open={drawer.open} />
              <Suspense fallback={<Opening />}>
                {hasOpened && <ModelDrawer drawer={drawer} groups={groups} chosen={chosen} />}
              </Suspense>
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

/** Returns the group in the address, else the visitor's own, else `default`, else the first. */
function chosenOf(groups: readonly PriceGroup[], wanted: string): PriceGroup {
  return (
    groups.find(({ name }) => name === wanted) ??
    groups.find(({ isOwn }) => isOwn) ??
    groups.find(({ name }) => name === 'default') ??
    groups[0] ?? { name: '', ratio: 1, description: '', isOwn: false }
  )
}
