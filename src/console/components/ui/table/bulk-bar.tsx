import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import type { Selection } from './selection.ts'

/**
 * Actions on the selected rows; hidden while none are selected. The bar stays in view below the top bar, however far
 * people scroll. On a phone it also selects the remaining rows, because the table head that does so elsewhere is
 * hidden.
 */
export function BulkBar<Row>({
  selection,
  children,
}: {
  readonly selection: Selection<Row>
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  if (selection.rows.length === 0) return null
  return (
    <div
      className="sticky top-14 z-10 flex flex-wrap items-center gap-2 rounded-t-lg border-b bg-accent-weak px-3 py-1.5"
      data-bulk
      data-stays="top"
    >
      <span className="text-sm font-medium" role="status">
        {t('table.selected', { count: selection.rows.length })}
      </span>
      {!selection.isAll && (
        <Button kind="ghost" size="sm" className="sm:hidden" onClick={selection.toggleAll}>
          {t('table.selectAll')}
        </Button>
      )}
      <span className="contents max-sm:order-last max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:gap-2">
        {children}
      </span>
      <Button
        kind="ghost"
        size="sm"
        className="ml-auto"
        icon={<X size={14} aria-hidden className="sm:hidden" />}
        onClick={selection.clear}
      >
        <span className="max-sm:sr-only">{t('table.deselect')}</span>
      </Button>
    </div>
  )
}
