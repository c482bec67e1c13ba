import { ClipboardPaste, ListPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Segments } from '../../../components/ui/segments.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { useAddress } from '../../../state/address.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { DefaultsDialog } from './defaults-dialog.tsx'
import { GridChanges } from './grid-changes.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { rowsOf } from './price-draft.ts'
import { PriceGrid } from './price-grid.tsx'
import { isNewRow, type PriceRow } from './price-row.ts'
import type { KnownPrice } from './use-known-prices.ts'
import type { PriceEditor } from './use-price-editor.ts'

const filters = ['all', 'served', 'token', 'call', 'changed', 'mistaken'] as const
type Filter = (typeof filters)[number]

/** All prices in a grid. */
export function VisualTab({
  editor,
  known,
}: {
  readonly editor: PriceEditor
  readonly known: ReadonlyMap<string, KnownPrice>
}) {
  const { t } = useTranslation('prices')
  const address = useAddress()
  const [dialog, setDialog] = useState<'batch' | 'paste' | 'defaults'>()
  const [ids, setIds] = useState<readonly string[]>([])
  const filter: Filter = filters.find((each) => each === address.get('price_filter')) ?? 'all'
  const show = (next: Filter) =>
    address.set({ price_filter: next === 'all' ? undefined : next, price_page: undefined })
  const openBatch = (rows: readonly PriceRow[]) => {
    setIds(rows.filter((row) => !editor.draft.removed.has(row.id)).map((row) => row.id))
    setDialog('batch')
  }
  const rows = rowsOf(editor.draft).filter((row) =>
    filter === 'served' ? isNewRow(row) || isServed(known.get(row.name)) : isShown(row, filter, editor),
  )
  return (
    <fieldset disabled={editor.isSaving} className="min-w-0">
      <legend className="sr-only">{t('tab.visual')}</legend>
      <ConflictNotice editor={editor} />
      <PriceGrid
        label={t('tab.visual')}
        rows={rows}
        editor={editor}
        known={known}
        toolbar={(selection) => (
          <>
            <Select
              label={t('filter.label')}
              value={filter}
              width="w-40"
              options={filters.map((each) => ({ value: each, label: t(`filter.${each}`) }))}
              onChange={show}
            />
            <UnitSwitch />
            <Button icon={<Plus size={15} aria-hidden />} onClick={editor.add}>
              {t('add')}
            </Button>
            <Button icon={<Pencil size={15} aria-hidden />} onClick={() => openBatch(selection.rows)}>
              {t('batch.action')}
            </Button>
            <Button icon={<ClipboardPaste size={15} aria-hidden />} onClick={() => setDialog('paste')}>
              {t('paste.action')}
            </Button>
            <Button icon={<ListPlus size={15} aria-hidden />} onClick={() => setDialog('defaults')}>
              {t('defaults.action')}
            </Button>
          </>
        )}
        bulk={(selection) => (
          <>
            <Button size="sm" onClick={() => openBatch(selection.rows)}>
              {t('batch.action')}
            </Button>
            <Button
              size="sm"
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => editor.remove(selection.rows.map((row) => row.id))}
            >
              {t('removeSelected')}
            </Button>
          </>
        )}
        empty={
          filter === 'all' ? (
            <EmptyState
              text={t('empty.text')}
              action={
                <Button kind="primary" onClick={editor.add}>
                  {t('add')}
                </Button>
              }
              command="tollgate price set my-model --ratio 1.25 --completion 4"
            />
          ) : (
            <EmptyState
              text={t('empty.filtered')}
              action={<Button onClick={() => show('all')}>{t('filter.all')}</Button>}
            />
          )
        }
      />
      <GridChanges editor={editor} />
      <BatchDialog isOpen={dialog === 'batch'} close={() => setDialog(undefined)} ids={ids} editor={editor} />
      <PasteDialog isOpen={dialog === 'paste'} close={() => setDialog(undefined)} editor={editor} />
      <DefaultsDialog
        isOpen={dialog === 'defaults'}
        close={() => setDialog(undefined)}
        editor={editor}
        onFilled={() => show('changed')}
      />
    </fieldset>
  )
}

/** Switches between ratios as stored and the dollars found in price lists. */
export function UnitSwitch() {
  const { t } = useTranslation('prices')
  const address = useAddress()
  return (
    <Segments
      label={t('unit.label')}
      value={address.get('price_unit') === 'dollar' ? 'dollar' : 'ratio'}
      options={(['ratio', 'dollar'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
      onChange={(unit) => address.set({ price_unit: unit === 'dollar' ? unit : undefined })}
    />
  )
}

const isServed = (price: KnownPrice | undefined): boolean => (price?.enable_groups.length ?? 0) > 0

function isShown(
  row: PriceRow,
  filter: Exclude<Filter, 'served'>,
  { draft, mistakes }: PriceEditor,
): boolean {
  // A row that was just added stays visible whatever the filter.
  if (filter === 'all' || isNewRow(row)) return true
  if (filter === 'changed') return draft.changed.has(row.id) || draft.removed.has(row.id)
  if (filter === 'mistaken') return mistakes.has(row.id)
  return row.isPerCall === (filter === 'call')
}
