import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../../components/query-view.tsx'
import { Tabs } from '../../../components/ui/tabs.tsx'
import { useAddress } from '../../../state/address.ts'
import { ModelTablesTab } from './model-tables-tab.tsx'
import { UnsetTab } from './unset-tab.tsx'
import { isUnset, type KnownPrice, useKnownPrices } from './use-known-prices.ts'
import { usePriceEditor } from './use-price-editor.ts'
import { usePriceTables } from './use-price-tables.ts'
import { VisualTab } from './visual-tab.tsx'

const panels = ['model', 'visual', 'unset_models'] as const

/**
 * What models cost: the tables as JSON, a grid, and the models that have no price yet. Which of them is open stands in
 * the address as `panel`.
 */
export function PricePanel() {
  const tables = usePriceTables()
  const known = useKnownPrices()
  return (
    <QueryView query={tables}>
      {(entries) => (
        <QueryView query={known}>{(prices) => <Panels entries={entries} prices={prices} />}</QueryView>
      )}
    </QueryView>
  )
}

function Panels({
  entries,
  prices,
}: {
  readonly entries: NonNullable<ReturnType<typeof usePriceTables>['data']>
  readonly prices: readonly KnownPrice[]
}) {
  const { t } = useTranslation('prices')
  const address = useAddress()
  // One editor for both grids: what is changed in one is there in the other.
  const editor = usePriceEditor(entries, prices, address.get('price_unit') === 'dollar' ? 'dollar' : 'ratio')
  const known = useMemo(() => new Map(prices.map((each) => [each.model_name, each])), [prices])
  const unset = prices.filter(isUnset).length
  const panel = panels.find((each) => each === address.get('panel')) ?? 'model'
  return (
    <Tabs
      label={t('title')}
      value={panel}
      onChange={(next) =>
        address.set({
          panel: next === 'model' ? undefined : next,
          price_page: undefined,
          price_search: undefined,
          price_filter: undefined,
        })
      }
      tabs={[
        {
          name: 'model',
          label: t('tab.model'),
          content: <ModelTablesTab isGridChanged={editor.isChanged} />,
        },
        {
          name: 'visual',
          label: t('tab.visual'),
          content: <VisualTab editor={editor} known={known} />,
        },
        {
          name: 'unset_models',
          label: unset === 0 ? t('tab.unset_models') : t('tab.unsetCount', { count: unset }),
          content: <UnsetTab editor={editor} known={known} />,
        },
      ]}
    />
  )
}
