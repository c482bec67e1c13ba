import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { inputClass, useFieldControl } from './field.tsx'

export interface SelectOption<Value extends string | number> {
  readonly value: Value
  readonly label: string
  /** Shown beside the label in the list: a ratio, a description. */
  readonly detail?: ReactNode
}

/** A choice between a few known options. For long or open-ended lists use `Combobox`. */
export function Select<Value extends string | number>({
  value,
  options,
  onChange,
  label,
  placeholder = '',
  isDisabled = false,
  width,
}: {
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  /** Accessible name outside a `Field`. */
  readonly label?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** A class such as `w-32`; full width when absent. */
  readonly width?: string
}) {
  const control = useFieldControl()
  const { t } = useTranslation()
  const chosen = options.find((option) => option.value === value)
  return (
    <Listbox value={value} onChange={onChange} disabled={isDisabled}>
      <ListboxButton
        {...control}
        // The accessible name contains label and value. Headless UI does not allow a custom aria-labelledby.
        aria-label={
          label === undefined ? undefined : t('form.chosen', { label, value: chosen?.label ?? placeholder })
        }
        className={inputClass('flex h-8 items-center gap-2 text-left', width)}
      >
        <span className={classNames('grow truncate', !chosen && 'text-faint')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
      </ListboxButton>
      <ListboxOptions
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        className={listClass('min-w-(--button-width)')}
      >
        {options.map((option) => (
          <ListboxOption key={option.value} value={option.value} className={optionClass}>
            <span className="grow truncate">{option.label}</span>
            {option.detail !== undefined && (
              <span className="shrink-0 text-xs text-muted">{option.detail}</span>
            )}
            <Check
              size={14}
              aria-hidden
              className="invisible shrink-0 text-accent-text group-data-selected:visible"
            />
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  )
}

export const listClass = (extra: string): string =>
  classNames(
    'z-50 max-h-72 overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop focus:outline-none empty:invisible',
    extra,
  )
export const optionClass =
  'group flex cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 text-sm data-focus:bg-hover data-disabled:opacity-50'
