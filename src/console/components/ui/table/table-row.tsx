import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../class-names.ts'
import { IconButton } from '../button.tsx'
import { placeClass, staysAt } from './column-place.ts'
import type { Column } from './columns.ts'
import type { Selection } from './selection.ts'

interface TableRowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  /** Number of decimals of each column with amounts, by column ID. */
  readonly digits: ReadonlyMap<string, number>
  readonly isActive: boolean
  /** Tab reaches one row of the table; j and k move from there. */
  readonly isTabStop: boolean
  readonly isOff: boolean
  readonly selection: Selection<Row> | undefined
  readonly isSelectableOnPhone: boolean
  readonly name: string
  readonly onOpen: (() => void) | undefined
  readonly isExpandable: boolean
  /** Undefined while closed. */
  readonly detail: ReactNode | undefined
}

const cardClass = {
  title: 'max-sm:order-1',
  corner: 'max-sm:order-2 max-sm:justify-self-end',
  wide: 'max-sm:order-3 max-sm:col-span-full',
  foot: 'max-sm:order-5 max-sm:col-span-full',
  hidden: 'max-sm:hidden',
  line: 'max-sm:order-4 max-sm:col-span-full max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-3 max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
} as const

/**
 * A table row; on a phone it becomes a card with two columns, plus a third for the checkbox if rows can be selected.
 */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { t } = useTranslation()
  const { row, columns, selection, onOpen } = props
  const isSelected = selection?.has(row) ?? false
  return (
    <>
      <tr
        data-row={props.index}
        tabIndex={props.isTabStop ? 0 : -1}
        className={classNames(
          'border-b transition-colors last:border-b-0 focus-visible:-outline-offset-2 max-sm:grid max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-3.5 max-sm:py-3',
          selection && props.isSelectableOnPhone
            ? 'max-sm:grid-cols-[auto_1fr_auto]'
            : 'max-sm:grid-cols-[1fr_auto]',
          onOpen && 'hover:bg-bg',
          isSelected || props.isActive || props.detail !== undefined
            ? 'bg-sunken'
            : props.isOff
              ? 'bg-[color-mix(in_oklab,var(--sunken)_60%,var(--surface))]'
              : 'bg-surface',
          props.isOff && 'text-muted',
        )}
        onClick={(event) => {
          const isOnControl =
            event.target instanceof Element && event.target.closest('a, button, input, label, [role=menu]')
          // Selecting text with the pointer does not count as a click on the row.
          if (!isOnControl && getSelection()?.isCollapsed !== false) onOpen?.()
        }}
      >
        {selection && (
          <td
            className={classNames(
              'w-9 px-3',
              props.isSelectableOnPhone ? 'max-sm:order-first max-sm:w-auto max-sm:p-0' : 'max-sm:hidden',
            )}
          >
            {/* On a phone, the label is larger than the checkbox so that a finger can hit it. */}
            <label className="block max-sm:-m-3 max-sm:p-3">
              <input
                type="checkbox"
                tabIndex={-1}
                className="block size-4 max-sm:size-5"
                aria-label={t('table.select', { name: props.name })}
                checked={isSelected}
                onChange={() => selection.toggle(row)}
              />
            </label>
          </td>
        )}
        {props.isExpandable && (
          <td className="w-9 pl-2 max-sm:order-6 max-sm:col-span-full max-sm:justify-self-center max-sm:p-0">
            <IconButton
              size="icon-sm"
              label={t('table.detailsOf', { name: props.name })}
              aria-expanded={props.detail !== undefined}
              icon={
                <ChevronDown
                  size={15}
                  aria-hidden
                  className={props.detail === undefined ? '-rotate-90 max-sm:rotate-0' : 'max-sm:rotate-180'}
                />
              }
              onClick={onOpen}
            />
          </td>
        )}
        {columns.map((column) => (
          <td
            key={column.id}
            data-label={column.header}
            data-stays={staysAt(column)}
            className={classNames(
              'h-[46px] px-3 py-1.5 whitespace-nowrap sm:in-data-dense:px-2 max-sm:h-auto max-sm:min-w-0 max-sm:p-0 max-sm:whitespace-normal max-sm:empty:hidden',
              column.align === 'right' && 'text-right',
              placeClass(column),
              // Cells that scroll past behind a pinned cell must not show through it.
              column.pin && 'sm:bg-inherit',
              cardClass[column.card ?? 'line'],
            )}
          >
            {column.cell(row, props.digits.get(column.id) ?? 0)}
          </td>
        ))}
      </tr>
      {props.detail !== undefined && (
        <tr className="border-b bg-sunken last:border-b-0 max-sm:block">
          <td
            colSpan={columns.length + (selection ? 1 : 0) + (props.isExpandable ? 1 : 0)}
            className="p-0 whitespace-normal max-sm:block"
          >
            {props.detail}
          </td>
        </tr>
      )}
    </>
  )
}
