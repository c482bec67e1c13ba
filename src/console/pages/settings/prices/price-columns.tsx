import { RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../components/ui/badge.tsx'
import { IconButton } from '../../../components/ui/button.tsx'
import { inputClass } from '../../../components/ui/field.tsx'
import type { Column } from '../../../components/ui/table/columns.ts'
import { PriceCell } from './price-cell.tsx'
import {
  isEmpty,
  isNewRow,
  noValues,
  type PriceField,
  type PriceRow,
  priceFields,
  toRow,
} from './price-row.ts'
import { cellText, numberText } from './price-units.ts'
import type { KnownPrice } from './use-known-prices.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** Returns the grid's columns: name, pricing type and numbers, all editable except the name. */
export function usePriceGridColumns(
  editor: PriceEditor,
  known: ReadonlyMap<string, KnownPrice>,
): readonly Column<PriceRow>[] {
  const { t } = useTranslation('prices')
  const { units } = editor
  const number = (field: PriceField): Column<PriceRow> => ({
    id: field,
    header: t(`field.${units.unit}.${field}`),
    align: 'right',
    cell: (row) =>
      !editor.draft.removed.has(row.id) &&
      row.isPerCall === (field === 'price') && (
        <PriceCell
          editor={editor}
          row={row}
          field={field}
          rule={ruleOf(row, field, known.get(row.name), editor)}
        />
      ),
    csv: (row) => cellText(row, field, units),
  })
  /** Returns the kind of call that is priced; videos are priced per second. */
  const callKind = ({ name }: PriceRow) =>
    known.get(name)?.call_unit === 'second' ? ('kind.second' as const) : ('kind.call' as const)
  return [
    {
      id: 'name',
      header: t('column.name'),
      isFixed: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: (row) => <Name row={row} editor={editor} />,
      csv: (row) => row.name,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      card: 'corner',
      cell: (row) => <Kind row={row} editor={editor} call={callKind(row)} />,
      csv: (row) => t(row.isPerCall ? callKind(row) : 'kind.token'),
    },
    ...priceFields.map(number),
    {
      id: 'groups',
      header: t('column.groups'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (row) => (
        <span className="text-sm text-muted">{known.get(row.name)?.enable_groups.join(', ')}</span>
      ),
      csv: (row) => known.get(row.name)?.enable_groups.join(' ') ?? '',
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'foot',
      cell: (row) => <Actions row={row} editor={editor} />,
    },
  ]
}

/** Returns what the daemon's name-based rules give if a table has no entry; only known for names as stored. */
function ruleOf(
  row: PriceRow,
  field: PriceField,
  known: KnownPrice | undefined,
  editor: PriceEditor,
): string {
  if (!known || (field !== 'completion' && field !== 'cache') || known.quota_type === 1) return ''
  if ((editor.draft.base.get(row.id)?.[field] ?? '') !== '') return ''
  const rule = field === 'completion' ? known.completion_ratio : known.cache_ratio
  if (editor.units.unit === 'ratio') return numberText(Number(rule))
  return cellText({ ...toRow('', { ...row, price: '' }), [field]: rule }, field, editor.units)
}

function Name({ row, editor }: { readonly row: PriceRow; readonly editor: PriceEditor }) {
  const { t } = useTranslation('prices')
  const mistake = editor.mistakes.get(row.id)?.name
  const isRemoved = editor.draft.removed.has(row.id)
  if (isNewRow(row))
    return (
      <span className="block">
        <input
          type="text"
          // biome-ignore lint/a11y/noAutofocus: the row was just asked for, to type its name.
          autoFocus={row.name === ''}
          aria-label={t('column.name')}
          aria-invalid={mistake && (editor.hasTried || row.name !== '') ? true : undefined}
          placeholder={t('namePlaceholder')}
          value={row.name}
          className={inputClass('h-7 font-mono text-[13px]')}
          onChange={(event) => editor.setName(row.id, event.target.value)}
        />
        {mistake && (editor.hasTried || row.name !== '') && (
          <span role="alert" className="block text-xs text-bad">
            {t(`mistake.${mistake}`)}
          </span>
        )}
      </span>
    )
  const stored = editor.draft.base.get(row.id)
  const hasBoth = stored !== undefined && stored.price !== '' && stored.ratio !== ''
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span
        title={row.name}
        className={`truncate font-mono text-[13px] max-sm:whitespace-normal max-sm:break-all ${isRemoved ? 'line-through' : ''}`}
      >
        {row.name}
      </span>
      {isRemoved && <Badge tone="bad">{t('state.removed')}</Badge>}
      {editor.draft.changed.has(row.id) && <Badge tone="info">{t('state.changed')}</Badge>}
      {hasBoth && <Badge tone="warn">{t('state.both')}</Badge>}
    </span>
  )
}

function Kind({
  row,
  editor,
  call,
}: {
  readonly row: PriceRow
  readonly editor: PriceEditor
  readonly call: 'kind.call' | 'kind.second'
}) {
  const { t } = useTranslation('prices')
  return (
    // A native select, because a grid has a hundred of them.
    <select
      aria-label={t('kind.of', { name: row.name || t('newRow') })}
      className={inputClass('h-7 text-sm', 'w-fit')}
      value={row.isPerCall ? 'call' : 'token'}
      disabled={editor.draft.removed.has(row.id)}
      onChange={(event) => editor.setKind(row.id, event.target.value === 'call')}
    >
      <option value="token">{t('kind.token')}</option>
      <option value="call">{t(call)}</option>
    </select>
  )
}

function Actions({ row, editor }: { readonly row: PriceRow; readonly editor: PriceEditor }) {
  const { t } = useTranslation('prices')
  const name = row.name || t('newRow')
  const isRemoved = editor.draft.removed.has(row.id)
  // A model without a price has nothing to delete; only unsaved input can be discarded.
  const isUnset = !isNewRow(row) && isEmpty(editor.draft.base.get(row.id) ?? noValues)
  if (isUnset && !editor.draft.changed.has(row.id)) return null
  return isRemoved || isUnset ? (
    <IconButton
      size="icon-sm"
      label={t('restore', { name })}
      icon={<RotateCcw size={15} aria-hidden />}
      onClick={() => editor.restore(row.id)}
    />
  ) : (
    <IconButton
      size="icon-sm"
      label={t('remove', { name })}
      icon={<Trash2 size={15} aria-hidden />}
      onClick={() => editor.remove([row.id])}
    />
  )
}
