import { Columns2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Checkbox } from '../field.tsx'
import { focusInPlace } from '../focus-in-place.ts'
import type { Column, useColumns } from './columns.ts'

const GAP = 6
const MARGIN = 8

/**
 * Lets people choose the columns of a list; this browser remembers them. It is loaded with every list, so it uses the
 * browser's popover instead of a library. The popover is above everything, closes on Escape or a click elsewhere, and
 * restores the focus.
 */
export function ColumnChooser<Row>({
  columns,
  choice,
}: {
  readonly columns: readonly Column<Row>[]
  readonly choice: ReturnType<typeof useColumns<Row>>
}) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Positions the panel below the button, relative to the page, so that both scroll together. */
  const place = () => {
    const box = button.current?.getBoundingClientRect()
    if (!box || !panel.current) return
    panel.current.style.top = `${box.bottom + scrollY + GAP}px`
    panel.current.style.right = `${Math.max(document.documentElement.clientWidth - box.right, MARGIN)}px`
  }
  return (
    <div className="max-sm:hidden">
      <Button
        ref={button}
        icon={<Columns2 size={15} aria-hidden />}
        popoverTarget={id}
        aria-expanded={isOpen}
      >
        {t('table.columns')}
      </Button>
      <fieldset
        ref={panel}
        id={id}
        aria-label={t('table.columns')}
        popover="auto"
        className="absolute inset-auto max-h-96 w-56 overflow-y-auto rounded-lg border bg-surface p-3 text-text shadow-pop"
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return
          setOpen(true)
          place()
        }}
        onToggle={(event) => {
          if (event.newState === 'open') focusInPlace(panel.current)
          // Not earlier: the browser can only restore the focus while the focused control exists.
          else setOpen(false)
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (
            relatedTarget !== null &&
            relatedTarget !== button.current &&
            !currentTarget.contains(relatedTarget)
          )
            currentTarget.hidePopover()
        }}
      >
        {isOpen && (
          <div className="flex flex-col gap-2">
            {columns
              .filter((column) => column.header !== '')
              .map((column) => (
                <Checkbox
                  key={column.id}
                  isChecked={choice.isShown(column)}
                  isDisabled={column.isFixed === true}
                  onChange={() => choice.toggle(column)}
                >
                  {column.header}
                </Checkbox>
              ))}
            <Button kind="ghost" size="sm" className="self-start" onClick={choice.reset}>
              {t('table.resetColumns')}
            </Button>
          </div>
        )}
      </fieldset>
    </div>
  )
}
