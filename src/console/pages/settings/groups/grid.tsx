import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../components/class-names.ts'
import { IconButton } from '../../../components/ui/button.tsx'

/** A small editable table. On a phone a row becomes a card with its cells stacked. */
export function Grid({
  label,
  heads,
  columns,
  rows,
}: {
  readonly label: string
  readonly heads: readonly string[]
  /** Class with the widths of the columns. */
  readonly columns: string
  readonly rows: readonly {
    readonly key: string
    readonly cells: readonly ReactNode[]
    readonly removeLabel: string
    readonly onRemove: () => void
  }[]
}) {
  return (
    <table aria-label={label} className="block rounded-md border text-sm">
      <thead className="block max-sm:sr-only">
        <tr className={`grid gap-3 border-b bg-sunken px-3 py-1.5 ${columns}`}>
          {heads.map((head) => (
            <th key={head} scope="col" className="text-left text-xs font-medium text-muted">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block">
        {rows.map(({ key, cells, removeLabel, onRemove }) => (
          <tr
            key={key}
            className={`grid gap-3 border-b px-3 py-1.5 last:border-b-0 max-sm:relative max-sm:gap-2 max-sm:py-3 ${columns}`}
          >
            {cells.map((cell, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by their column.
                key={index}
                data-label={heads[index]}
                className={classNames(
                  'block min-w-0 self-center max-sm:empty:hidden',
                  // On a phone the column heads are hidden, so each cell shows its own label.
                  index > 0 &&
                    'max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:items-center max-sm:gap-2 max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
                )}
              >
                {cell}
              </td>
            ))}
            <td className="block self-center justify-self-end max-sm:absolute max-sm:top-2 max-sm:right-2">
              <IconButton
                size="icon-sm"
                label={removeLabel}
                icon={<X size={15} aria-hidden />}
                onClick={onRemove}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
