import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Columns2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../button.tsx'
import { Checkbox } from '../field.tsx'
import { focusInPlace } from '../focus-in-place.ts'
import type { Column, useColumns } from './columns.ts'

/** Which columns to show; remembered in this browser. */
export function ColumnChooser<Row>({
  columns,
  choice,
}: {
  readonly columns: readonly Column<Row>[]
  readonly choice: ReturnType<typeof useColumns<Row>>
}) {
  const { t } = useTranslation()
  return (
    <Popover className="max-sm:hidden">
      <PopoverButton className={buttonClass('secondary')}>
        <Columns2 size={15} aria-hidden />
        {t('table.columns')}
      </PopoverButton>
      <PopoverPanel
        ref={focusInPlace}
        focus
        anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
        className="z-40 flex max-h-96 w-56 flex-col gap-2 overflow-y-auto rounded-lg border bg-surface p-3 shadow-pop focus:outline-none"
      >
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
      </PopoverPanel>
    </Popover>
  )
}
