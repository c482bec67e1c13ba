import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../class-names.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'

/** Counts the filters that are set. */
export const inForce = (...filters: readonly boolean[]): number => filters.filter(Boolean).length

/**
 * The filters of a list. A phone shows a single button with the number of active filters instead, so that the rows come
 * first; the button expands the filters, and submitting a search collapses them.
 */
export function FilterFold({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="sm:hidden"
        icon={<SlidersHorizontal size={15} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('table.filters')}
        {count > 0 && <Badge tone="accent">{count}</Badge>}
      </Button>
      <div
        id={id}
        className={classNames(
          'contents',
          isOpen
            ? 'max-sm:order-last max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-center max-sm:gap-2'
            : 'max-sm:hidden',
        )}
        onSubmit={() => setOpen(false)}
      >
        {children}
      </div>
    </>
  )
}
