import { useStatus } from '../../api/use-status.ts'
import { useSessionUser } from '../../state/session.ts'
import { usePricing } from '../pricing/use-pricing.ts'
import { FirstSteps } from './first-steps.tsx'
import { Hero } from './hero.tsx'
import { ModelPrices } from './model-prices.tsx'
import { exampleModel, groupOf, shownModels } from './shown-models.ts'

/** What visitors of a gateway look for: what it is, how to connect, and which models it has at which prices. */
export function Welcome() {
  const status = useStatus().data
  const user = useSessionUser()
  const pricing = usePricing()
  if (!status) return null
  const { data: items = [], group_ratio: ratios = {} } = pricing.data ?? {}
  const group = groupOf(ratios, user?.group) ?? ''
  const rows = shownModels(items, group, ratios[group] ?? 1)
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-14 pt-6 pb-8 sm:pt-12">
      <Hero status={status} model={exampleModel(rows)} hasPrices={rows.length > 0} />
      <FirstSteps status={status} />
      {pricing.data && (
        <ModelPrices rows={rows} total={items.length} group={Object.keys(ratios).length > 1 ? group : ''} />
      )}
    </div>
  )
}
