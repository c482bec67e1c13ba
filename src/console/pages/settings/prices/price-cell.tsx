import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../components/ui/field.tsx'
import { dollars } from '../../../format.ts'
import type { PriceField, PriceRow } from './price-row.ts'
import { isTypingInto, type Typing, typeInto } from './price-typing.ts'
import { cellText, dollarsOf, numberText } from './price-units.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** One number in a row. The text stays as typed until the cell loses the focus; the other unit is shown below. */
export function PriceCell({
  editor,
  row,
  field,
  rule,
}: {
  readonly editor: PriceEditor
  readonly row: PriceRow
  readonly field: PriceField
  /** The value that applies while the cell is empty, in the grid's unit. */
  readonly rule: string
}) {
  const { t } = useTranslation('prices')
  const errorId = useId()
  const [typing, setTyping] = useState<Typing>()
  const { units } = editor
  const mistake = editor.mistakes.get(row.id)?.[field]
  const isWrong = mistake !== undefined && (editor.hasTried || row[field] !== '')
  const name = row.name || t('newRow')
  return (
    <span className="ml-auto block w-22 max-sm:w-36">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        data-cell={field}
        aria-label={t('cell', { field: t(`field.${units.unit}.${field}`), name })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        placeholder={rule}
        value={isTypingInto(row, typing) ? typing.text : cellText(row, field, units)}
        className={inputClass('h-7 text-right text-[13px] tabular-nums')}
        onChange={(event) => {
          const next = typeInto(row, field, event.target.value, units, typing)
          setTyping(next)
          editor.setTyped(next.after, field)
        }}
        onBlur={() => setTyping(undefined)}
        onKeyDown={moveOnEnter}
      />
      {isWrong ? (
        <span id={errorId} role="alert" className="block text-xs whitespace-normal text-bad">
          {t(`mistake.${mistake}`)}
        </span>
      ) : (
        <OtherUnit row={row} field={field} editor={editor} />
      )}
    </span>
  )
}

/** The value in the other unit: `$2.50` under a ratio, `×1.25` under dollars. */
function OtherUnit({
  row,
  field,
  editor: { units, mistakes },
}: {
  readonly row: PriceRow
  readonly field: PriceField
  readonly editor: PriceEditor
}) {
  if (field === 'price' || row[field] === '' || mistakes.get(row.id)?.[field]) return null
  const amount = dollarsOf(row, field, units.dollarsPerRatio)
  if (amount === undefined) return null
  return (
    <span className="block pr-2.5 text-right text-xs text-muted tabular-nums">
      {units.unit === 'ratio'
        ? dollars(amount, amount < 0.001 ? 9 : 6)
        : `×${numberText(Number(row[field]))}`}
    </span>
  )
}

/** Moves to the same column of the next row on Enter and arrow keys, as in a spreadsheet. */
function moveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.nativeEvent.isComposing) return
  event.preventDefault()
  const table = event.currentTarget.closest('table')
  const cells = [
    ...(table?.querySelectorAll<HTMLInputElement>(`input[data-cell="${event.currentTarget.dataset.cell}"]`) ??
      []),
  ]
  const next = cells[cells.indexOf(event.currentTarget) + step]
  next?.focus()
  next?.select()
}
