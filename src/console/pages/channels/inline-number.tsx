import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { inputClass } from '../../components/ui/field.tsx'

/** A whole number edited in its row: Enter or leaving the field saves, Escape cancels. */
export function InlineNumber({
  value,
  shown = String(value ?? ''),
  label,
  isWeight = false,
  onSave,
}: {
  /** Undefined if the rows below have different values. */
  readonly value: number | undefined
  /** Shown until something is typed. */
  readonly shown?: string
  readonly label: string
  /** Negative numbers become 0. */
  readonly isWeight?: boolean
  /** Resolves when the list shows the new number, or a refusal has been reported. */
  readonly onSave: (value: number) => Promise<void>
}) {
  const { t } = useTranslation('channels')
  const [typed, setTyped] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isTakenBack = useRef(false)

  const leave = async () => {
    if (isTakenBack.current || typed === undefined || isSaving) return
    const number = readWhole(typed, isWeight)
    if (typed.trim() === '' || number === value) return setTyped(undefined)
    if (number === undefined) return void toast.error(t('wholeNumber'))
    setTyped(String(number))
    setSaving(true)
    await onSave(number)
    setSaving(false)
    setTyped(undefined)
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      aria-label={label}
      aria-invalid={
        (typed !== undefined && typed.trim() !== '' && readWhole(typed, isWeight) === undefined) || undefined
      }
      aria-busy={isSaving || undefined}
      readOnly={isSaving}
      value={typed ?? shown}
      className={inputClass(
        'sm:-mr-[7px] h-7 border-transparent bg-transparent px-1.5 text-right tabular-nums focus:bg-surface read-only:opacity-60 max-sm:border-line',
        'w-16',
      )}
      onFocus={(event) => {
        isTakenBack.current = false
        setTyped((before) => before ?? (value === undefined ? '' : String(value)))
        const input = event.target
        // A click places the caret only after this event. Selecting also moves the focus, so it must not happen if
        // another input has it by then.
        requestAnimationFrame(() => {
          if (document.activeElement === input) input.select()
        })
      }}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void leave()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          isTakenBack.current = true
          setTyped(undefined)
          event.currentTarget.blur()
        }
      }}
    />
  )
}

/** @returns undefined unless the text is a whole number within range */
function readWhole(text: string, isWeight: boolean): number | undefined {
  const number = /^\s*-?\d{1,10}\s*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number) || Math.abs(number) > 1_000_000_000) return undefined
  return isWeight ? Math.max(0, number) : number
}
