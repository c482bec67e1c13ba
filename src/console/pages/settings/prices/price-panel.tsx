import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../../components/query-view.tsx'
import { useConfirm } from '../../../components/ui/confirm.tsx'
import { Tabs } from '../../../components/ui/tabs.tsx'
import { useAddress } from '../../../state/address.ts'
import { useSavePart } from '../save-parts.ts'
import { ModelTablesTab } from './model-tables-tab.tsx'
import { UnsetTab } from './unset-tab.tsx'
import { isUnset, type KnownPrice, useKnownPrices } from './use-known-prices.ts'
import { usePriceEditor } from './use-price-editor.ts'
import { usePriceTables } from './use-price-tables.ts'
import { VisualTab } from './visual-tab.tsx'

/** The grid comes first, the JSON tables last. */
const panels = ['visual', 'unset_models', 'model'] as const

/**
 * Prices of models: a grid, the models without a price, and the tables as JSON. The open panel is kept in the address
 * as `panel`.
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
  const { t } = useTranslation(['prices', 'common'])
  const address = useAddress()
  // Both grids share one editor, so that changes in one appear in the other.
  const editor = usePriceEditor(entries, prices, address.get('price_unit') === 'dollar' ? 'dollar' : 'ratio')
  const known = useMemo(() => new Map(prices.map((each) => [each.model_name, each])), [prices])
  const unset = prices.filter(isUnset).length
  const [ask, dialog] = useConfirm()
  const { changed, removed } = editor.draft
  const count = changed.size + removed.size
  const discard = async () => {
    const isSure = await ask({
      title: t('discard.title'),
      text: t('discard.text', { count }),
      action: t('common:action.discard'),
      isDanger: true,
    })
    if (isSure) editor.discard()
  }
  useSavePart('prices', {
    count,
    isSaving: editor.isSaving,
    save: editor.save,
    discard: () => void discard(),
    unchanged: address.get('panel') === '' ? undefined : t('unchanged'),
  })
  const panel = panels.find((each) => each === address.get('panel')) ?? 'visual'
  return (
    <>
      <Tabs
        label={t('title')}
        value={panel}
        onChange={(next) =>
          address.set({
            panel: next === 'visual' ? undefined : next,
            price_page: undefined,
            price_search: undefined,
            price_filter: undefined,
          })
        }
        tabs={[
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
          {
            name: 'model',
            label: t('tab.model'),
            content: <ModelTablesTab isGridChanged={editor.isChanged} />,
          },
        ]}
      />
      {dialog}
    </>
  )
}
