import { useFieldControl } from './field.tsx'

/** A slider for numbers that need not be exact, within a range and in steps. */
export function Slider({
  value,
  onChange,
  min,
  max,
  step,
}: {
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly step: number
}) {
  return (
    <input
      {...useFieldControl()}
      type="range"
      min={min}
      max={max}
      step={step}
      value={value}
      className="h-8 w-full cursor-pointer accent-accent"
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
