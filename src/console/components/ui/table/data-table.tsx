import { ArrowDown, ArrowUp, ArrowUpDown, Download } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalsShown } from '../../../amounts.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { classNames } from '../../class-names.ts'
import { Button } from '../button.tsx'
import { useKeptFocus } from '../use-kept-focus.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { placeClass, staysAt } from './column-place.ts'
import { type Column, useColumns } from './columns.ts'
import { downloadFile, toCsv } from './csv.ts'
import { FilterFold } from './filter-fold.tsx'
import { Paging, type PagingState } from './paging.tsx'
import type { Selection } from './selection.ts'
import { TableRow } from './table-row.tsx'
import { useRowKeys } from './use-row-keys.ts'

export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string
  /** Where the choice of columns is stored. */
  readonly storageKey: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first rows are loading. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string | number
  /** Reduces the spacing, for tables with many columns. */
  readonly isDense?: boolean
  /** Newer rows are loading; these are shown until then. */
  readonly isStale?: boolean
  /** Grayed out: disabled, expired. */
  readonly isOff?: (row: Row) => boolean
  /** Called on Enter, or on a click that hits no control. */
  readonly onOpen?: (row: Row) => void
  /** Renders the details below an open row. */
  readonly detail?: (row: Row) => ReactNode
  /** The open row, if the address holds it; otherwise the table keeps track of it. */
  readonly open?: {
    readonly key: string | number | undefined
    readonly onChange: (key: string | number | undefined) => void
  }
  /** A chart of all rows, shown between the toolbar and the table head. */
  readonly picture?: ReactNode
  readonly selection?: Selection<Row>
  /** False for a list that is only read: its cards have no checkbox. Default: true. */
  readonly isSelectableOnPhone?: boolean
  /** Name of a row, for its checkbox's label. */
  readonly nameOf?: (row: Row) => string
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  readonly paging?: PagingState
  /** Search and filters, left of everything else; behind one button on a phone. */
  readonly filters?: {
    readonly content: ReactNode
    /** Number of active filters. */
    readonly count: number
  }
  /** Further controls left of the column chooser. */
  readonly toolbar?: ReactNode
  /** Actions on the selected rows. */
  readonly bulk?: ReactNode
  readonly empty: ReactNode
  /** File name without its extension, and a function that loads every row matching the filters. */
  readonly csv?: { readonly fileName: string; readonly load: () => Promise<readonly Row[]> }
}

/** A table with a column chooser and keyboard navigation, which shows cards instead of rows on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, selection, paging, bulk, filters, toolbar } = props
  const choice = useColumns(props.storageKey, columns)
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list)
  return (
    <div ref={list}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {filters && <FilterFold count={filters.count}>{filters.content}</FilterFold>}
        {toolbar}
        <div className="ml-auto flex gap-2 max-sm:hidden">
          {props.csv && <ExportButton columns={columns} csv={props.csv} />}
          <ColumnChooser columns={columns} choice={choice} />
        </div>
      </div>
      <div className="rounded-lg border bg-surface max-sm:overflow-clip">
        {selection && bulk !== undefined && <BulkBar selection={selection}>{bulk}</BulkBar>}
        {props.picture}
        {rows?.length === 0 ? (
          props.empty
        ) : (
          <Rows {...props} shown={choice.shown} key={paging ? `${paging.page}` : undefined} />
        )}
        {paging && rows && rows.length > 0 && <Paging {...paging} />}
      </div>
    </div>
  )
}

function Rows<Row>({ shown, ...props }: DataTableProps<Row> & { readonly shown: readonly Column<Row>[] }) {
  const { t } = useTranslation()
  const { rows, selection, keyOf, onOpen, detail } = props
  const table = useRef<HTMLTableElement>(null)
  const [keptKey, setKeptKey] = useState<string | number>()
  const openKey = props.open ? props.open.key : keptKey
  const open = (row: Row) => {
    if (detail) (props.open?.onChange ?? setKeptKey)(openKey === keyOf(row) ? undefined : keyOf(row))
    onOpen?.(row)
  }
  const active = useRowKeys({
    table,
    count: rows?.length ?? 0,
    onOpen: onOpen || detail ? (index) => rows?.[index] !== undefined && open(rows[index]) : undefined,
    onSelect: selection ? (index) => rows?.[index] !== undefined && selection.toggle(rows[index]) : undefined,
  })
  const digits = new Map(
    shown.map(({ id, amount }) => [id, amount && rows ? decimalsShown(rows.map(amount)) : 0]),
  )
  return (
    <div className="sm:overflow-x-auto">
      <table
        ref={table}
        aria-label={props.label}
        aria-busy={rows === undefined || props.isStale}
        data-dense={props.isDense || undefined}
        className={`w-full border-collapse text-[13.5px] tabular-nums max-sm:block ${props.isStale ? 'opacity-60' : ''}`}
      >
        <thead className="max-sm:hidden">
          <tr>
            {selection && (
              <th className={`${headClass} w-9`}>
                <input
                  type="checkbox"
                  className="block size-4"
                  aria-label={t('table.selectAll')}
                  checked={selection.isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.rows.length > 0 && !selection.isAll
                  }}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {detail && (
              <th scope="col" className={`${headClass} w-9`}>
                <span className="sr-only">{t('table.details')}</span>
              </th>
            )}
            {shown.map((column) => (
              <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows === undefined ? (
            <Skeleton columns={shown.length + (selection ? 1 : 0) + (detail ? 1 : 0)} />
          ) : (
            rows.map((row, index) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                index={index}
                columns={shown}
                digits={digits}
                isActive={index === active}
                isTabStop={index === Math.max(0, active)}
                isOff={props.isOff?.(row) ?? false}
                selection={selection}
                isSelectableOnPhone={props.isSelectableOnPhone ?? true}
                name={props.nameOf?.(row) ?? String(keyOf(row))}
                onOpen={onOpen || detail ? () => open(row) : undefined}
                isExpandable={detail !== undefined}
                detail={detail && openKey === keyOf(row) ? detail(row) : undefined}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  )
}

const headClass =
  'sticky top-0 h-[34px] border-b bg-sunken px-3 text-left sm:in-data-dense:px-2 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg last:rounded-tr-lg'

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}) {
  const { t } = useTranslation()
  const isSorted = sort?.column === column.id
  const className = classNames(headClass, column.align === 'right' && 'text-right', placeClass(column))
  if (!column.isSortable || !onSort)
    return (
      <th scope="col" data-stays={staysAt(column)} className={className}>
        {column.header === '' ? <span className="sr-only">{t('table.actions')}</span> : column.header}
      </th>
    )
  const Arrow = !isSorted ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      data-stays={staysAt(column)}
      className={className}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-text"
        onClick={() => onSort({ column: column.id, isDescending: isSorted ? !sort.isDescending : true })}
      >
        {column.header}
        <Arrow size={12} aria-hidden className={isSorted ? '' : 'opacity-40'} />
      </button>
    </th>
  )
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e']

function Skeleton({ columns }: { readonly columns: number }) {
  return skeletonRows.map((name) => (
    <tr key={name} aria-hidden data-skeleton className="border-b last:border-b-0 max-sm:block">
      {Array.from({ length: columns }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity.
        <td key={index} className="h-[46px] px-3 max-sm:block max-sm:h-8">
          <span className="block h-3 w-3/4 max-w-40 animate-pulse rounded-sm bg-sunken" />
        </td>
      ))}
    </tr>
  ))
}

function ExportButton<Row>({
  columns,
  csv,
}: {
  readonly columns: readonly Column<Row>[]
  readonly csv: NonNullable<DataTableProps<Row>['csv']>
}) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      downloadFile(`${csv.fileName}.csv`, toCsv(await csv.load(), columns))
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      className="max-sm:hidden"
      isBusy={isBusy}
      icon={<Download size={15} aria-hidden />}
      onClick={() => void run()}
    >
      {t('table.export')}
    </Button>
  )
}
