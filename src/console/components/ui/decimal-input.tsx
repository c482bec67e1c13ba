import { classNames } from '../class-names.ts'
import { inputClass, useFieldControl } from './field.tsx'

/**
 * A number that is kept exactly as typed. Invalid text stays in the field, for the form to refuse. Arrow keys change
 * the number by `step`, within the limits.
 */
export function DecimalInput({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  placeholder,
  isDisabled = false,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Shown at the end of the field. */
  readonly unit?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
}) {
  const control = useFieldControl()
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const clamp = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next))
  return (
    <span className="relative block">
      <input
        {...control}
        type="text"
        role="spinbutton"
        inputMode={step % 1 === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={Number.isFinite(number) ? number : undefined}
        disabled={isDisabled}
        placeholder={placeholder}
        value={value}
        className={inputClass(classNames('h-8 tabular-nums', unit !== undefined && 'pr-20'))}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (direction === 0) return
          event.preventDefault()
          const from = Number.isFinite(number) ? number : (min ?? 0)
          // Otherwise rounding errors of binary floats would show in sums of decimal steps.
          onChange(String(Number(clamp(from + direction * step).toFixed(12))))
        }}
      />
      {unit !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-sm text-muted"
        >
          {unit}
        </span>
      )}
    </span>
  )
}
