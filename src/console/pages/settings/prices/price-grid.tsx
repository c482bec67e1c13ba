import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { SearchInput } from '../../../components/ui/search-input.tsx'
import { DataTable } from '../../../components/ui/table/data-table.tsx'
import { inForce } from '../../../components/ui/table/filter-fold.tsx'
import { usePageSize } from '../../../components/ui/table/paging.tsx'
import { type Selection, useSelection } from '../../../components/ui/table/selection.ts'
import { useAddress } from '../../../state/address.ts'
import { pasteRows } from './paste-rows.ts'
import { usePriceGridColumns } from './price-columns.tsx'
import { cleanNumber, isDollarCell, isNumberCell, toCells } from './price-paste.ts'
import { type PriceField, type PriceRow, priceFields } from './price-row.ts'
import type { KnownPrice } from './use-known-prices.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** An editable grid of prices with search, pages, bulk edits of a selection, and pasting from a spreadsheet. */
export function PriceGrid({
  label,
  rows,
  editor,
  known,
  toolbar,
  bulk,
  empty,
}: {
  readonly label: string
  readonly rows: readonly PriceRow[]
  readonly editor: PriceEditor
  readonly known: ReadonlyMap<string, KnownPrice>
  readonly toolbar: (selection: Selection<PriceRow>) => ReactNode
  readonly bulk: (selection: Selection<PriceRow>) => ReactNode
  readonly empty: ReactNode
}) {
  const { t } = useTranslation('prices')
  const address = useAddress()
  const [pageSize, setPageSize] = usePageSize()
  const search = address.get('price_search')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter(
    (row) => words.every((word) => row.name.toLowerCase().includes(word)) || row.name === '',
  )
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(address.page('price_page'), pages)
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const selection = useSelection(shown, (row: PriceRow) => row.id)
  const columns = usePriceGridColumns(editor, known)

  const paste = (event: ClipboardEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('table')) return
    const text = event.clipboardData.getData('text/plain')
    const cells = toCells(text)
    // A single value is pasted into the cell like any other text.
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    if (cells.every((row) => row.every((cell) => cell === '' || isNumberCell(cell)))) {
      fillFrom(event.target, cells, shown, editor)
      return
    }
    pasteRows(editor, text)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what bubbles up from the cells.
    <div onPaste={paste} onKeyDown={(event) => undoByKey(event, editor)}>
      <DataTable
        label={label}
        isDense
        storageKey="price-grid-columns"
        columns={columns}
        rows={shown}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name || t('newRow')}
        isOff={(row) => editor.draft.removed.has(row.id)}
        selection={selection}
        csv={{ fileName: 'model-prices', load: async () => found }}
        paging={{
          page,
          pageSize,
          total: found.length,
          onPage: (next) => address.set({ price_page: next === 1 ? undefined : next }),
          onPageSize: (size) => {
            setPageSize(size)
            address.set({ price_page: undefined }, { replace: true })
          },
        }}
        filters={{
          content: (
            <SearchInput
              label={t('search')}
              value={search}
              onChange={(next) =>
                address.set({ price_search: next, price_page: undefined }, { isTyped: true })
              }
            />
          ),
          count: inForce(search !== ''),
        }}
        toolbar={toolbar(selection)}
        bulk={bulk(selection)}
        empty={
          search === '' ? (
            empty
          ) : (
            <div className="flex flex-col items-center gap-3 px-4 py-12 text-muted">
              <p>{t('noMatch')}</p>
              <Button onClick={() => address.set({ price_search: undefined })}>{t('clearSearch')}</Button>
            </div>
          )
        }
      />
    </div>
  )
}

/** Fills cells with a block of numbers, starting at the focused one, to the right and down. */
function fillFrom(
  target: Element,
  cells: readonly (readonly string[])[],
  shown: readonly PriceRow[],
  editor: PriceEditor,
): void {
  const input = target.closest<HTMLInputElement>('input[data-cell]')
  const firstField = priceFields.indexOf(input?.dataset.cell as PriceField)
  const firstRow = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
  if (firstField < 0 || Number.isNaN(firstRow)) return
  const unit = cells.flat().some(isDollarCell) ? 'dollar' : editor.units.unit
  editor.fill(
    cells.flatMap((row, down) => {
      const name = shown[firstRow + down]?.name
      if (name === undefined || name === '') return []
      const values = Object.fromEntries(
        row.flatMap((cell, right) => {
          const field = priceFields[firstField + right]
          return field === undefined || cell === '' ? [] : [[field, cleanNumber(cell)]]
        }),
      )
      return [{ name, values }]
    }),
    { ...editor.units, unit },
  )
}

const otherTexts = 'input:not([data-cell], [type=checkbox])'

function undoByKey(event: KeyboardEvent, editor: PriceEditor): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  // In other fields (a search, the name of a new row), the browser itself undoes typing.
  if (event.target instanceof Element && event.target.matches(otherTexts)) return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) editor.redo()
  else editor.undo()
}
