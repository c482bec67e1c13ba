import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** A choice between a few options, all visible: presets, units, views. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: Value | undefined
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="inline-flex w-fit max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            // The hidden input must be positioned inside its label: when it gets the focus, the browser scrolls to it.
            'relative cursor-pointer rounded-[5px] px-2.5 py-1 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option.value === value ? 'bg-surface font-medium ring-1 ring-line' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
