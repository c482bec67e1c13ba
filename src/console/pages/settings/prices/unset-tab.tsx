import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { GridChanges } from './grid-changes.tsx'
import { PriceGrid } from './price-grid.tsx'
import type { PriceRow } from './price-row.ts'
import { isUnset, type KnownPrice } from './use-known-prices.ts'
import type { PriceEditor } from './use-price-editor.ts'
import { UnitSwitch } from './visual-tab.tsx'

/**
 * Models served by enabled channels but without a price: calls to them are refused, or charged at the fallback price.
 */
export function UnsetTab({
  editor,
  known,
}: {
  readonly editor: PriceEditor
  readonly known: ReadonlyMap<string, KnownPrice>
}) {
  const { t } = useTranslation('prices')
  const [ids, setIds] = useState<readonly string[]>()
  const unset = useMemo(() => [...known.values()].filter(isUnset), [known])
  const rows = unset.map((each): PriceRow => editor.get(each.model_name))
  const hasFallback = unset.some((each) => each.price_source === 'fallback')
  return (
    <fieldset disabled={editor.isSaving} className="min-w-0">
      <legend className="sr-only">{t('tab.unset_models')}</legend>
      {rows.length > 0 && (
        <Notice tone={hasFallback ? 'info' : 'warn'} className="mb-3">
          {t(hasFallback ? 'unset.fallback' : 'unset.refused', { count: rows.length })}
        </Notice>
      )}
      <ConflictNotice editor={editor} />
      <PriceGrid
        label={t('tab.unset_models')}
        rows={rows}
        editor={editor}
        known={known}
        toolbar={(selection) => (
          <>
            <UnitSwitch />
            <Button
              icon={<Pencil size={15} aria-hidden />}
              onClick={() => setIds(selection.rows.map((row) => row.id))}
            >
              {t('batch.action')}
            </Button>
          </>
        )}
        bulk={(selection) => (
          <Button size="sm" onClick={() => setIds(selection.rows.map((row) => row.id))}>
            {t('batch.action')}
          </Button>
        )}
        empty={<EmptyState text={t('unset.none')} />}
      />
      {(rows.length > 0 || editor.isChanged) && <GridChanges editor={editor} />}
      <BatchDialog
        isOpen={ids !== undefined}
        close={() => setIds(undefined)}
        ids={ids ?? []}
        editor={editor}
      />
    </fieldset>
  )
}
