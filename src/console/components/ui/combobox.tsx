import { ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as ComboboxRoot } from '@headlessui/react'
import { Check, X } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../class-names.ts'
import { useFieldControl } from './field.tsx'
import { listClass, optionClass } from './select.tsx'

/** Maximum number of options shown; typing narrows them down. */
const SHOWN = 100

export interface ComboboxOptionItem {
  readonly value: string
  readonly label?: string
  readonly detail?: string
}

interface ComboboxProps {
  readonly options: readonly ComboboxOptionItem[]
  /** Accepts typed values that are not in the list. */
  readonly canCreate?: boolean
  readonly placeholder?: string
  readonly label?: string
  readonly isDisabled?: boolean
  /** Explains why nothing matches when new values are not allowed. */
  readonly emptyText?: string
}

/** Picks several options, shown as chips. Backspace in the empty field removes the last one. */
export function MultiCombobox({
  value,
  onChange,
  options,
  canCreate = false,
  placeholder,
  label,
  isDisabled = false,
  emptyText,
}: ComboboxProps & {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const control = useFieldControl()
  const [text, setText] = useState('')
  const matches = matching(options, text)
  const offered = withTyped(matches, text, canCreate && !value.includes(text.trim()))

  const change = (next: readonly string[]) => {
    onChange([...new Set(next)])
    setText('')
  }
  return (
    <ComboboxRoot multiple immediate value={[...value]} onChange={change} disabled={isDisabled}>
      <div
        className={classNames(
          'flex min-h-8 w-full flex-wrap items-center gap-1 rounded-md border border-line-strong bg-surface px-1.5 py-[3px] hover:border-faint',
          'focus-within:border-accent focus-within:outline-1 focus-within:outline-accent has-aria-invalid:border-bad',
          isDisabled && 'bg-sunken',
        )}
      >
        {value.map((each) => (
          <span
            key={each}
            className="inline-flex max-w-full items-center gap-0.5 rounded-sm bg-sunken pl-1.5 font-mono text-xs leading-5"
          >
            <span className="truncate">{options.find((option) => option.value === each)?.label ?? each}</span>
            <button
              type="button"
              disabled={isDisabled}
              aria-label={t('action.remove', { name: each })}
              className="grid size-5 place-items-center rounded-sm text-muted hover:text-text"
              onClick={() => onChange(value.filter((other) => other !== each))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <ComboboxInput
          as={DescribedInput}
          {...control}
          aria-label={label}
          value={text}
          placeholder={value.length === 0 ? placeholder : undefined}
          className="h-6 min-w-24 grow bg-transparent px-1 focus:outline-none"
          onChange={(event) => {
            const next = event.target.value
            if (canCreate && /[,，]/.test(next)) change([...value, ...splitList(next)])
            else setText(next)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
          }}
          // Text that was typed but not confirmed counts too, because it is visible.
          onBlur={() => {
            if (canCreate && text.trim() !== '') change([...value, text.trim()])
          }}
          onPaste={(event) => {
            // A pasted comma-separated list becomes chips at once.
            const parts = splitList(event.clipboardData.getData('text'))
            if (!canCreate || parts.length < 2) return
            event.preventDefault()
            change([...value, ...parts])
          }}
        />
      </div>
      <Choices offered={offered} text={text} emptyText={emptyText} matches={matches} />
    </ComboboxRoot>
  )
}

/** Picks one option, found by typing. */
export function Combobox({
  value,
  onChange,
  options,
  canCreate = false,
  placeholder,
  label,
  isDisabled = false,
  emptyText,
}: ComboboxProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  const control = useFieldControl()
  const [text, setText] = useState<string>()
  // What was typed since the last choice; the combobox discards it as soon as it closes.
  const typed = useRef<string>(undefined)
  const matches = matching(options, text ?? '')
  const offered = withTyped(matches, text ?? '', canCreate)
  return (
    <ComboboxRoot
      immediate
      value={value}
      onChange={(next) => {
        typed.current = undefined
        onChange(next ?? '')
        setText(undefined)
      }}
      onClose={() => setText(undefined)}
      disabled={isDisabled}
    >
      <ComboboxInput
        as={DescribedInput}
        {...control}
        aria-label={label}
        placeholder={placeholder}
        displayValue={(each: string) => options.find((option) => option.value === each)?.label ?? each}
        className="h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 hover:border-faint focus:border-accent focus:outline-1 focus:outline-offset-0 focus:outline-accent disabled:bg-sunken aria-invalid:border-bad"
        onChange={(event) => {
          typed.current = event.target.value
          setText(event.target.value)
        }}
        // Text that was typed but not confirmed counts too, because it was visible. Escape discards it.
        onBlur={() => {
          const left = typed.current?.trim()
          typed.current = undefined
          if (canCreate && left !== undefined && left !== value) onChange(left)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') typed.current = undefined
        }}
      />
      <Choices offered={offered} text={text ?? ''} emptyText={emptyText} matches={matches} />
    </ComboboxRoot>
  )
}

/**
 * An input that stays linked to the hint and error of its field, which the library would replace with its own
 * attribute.
 */
function DescribedInput(props: ComponentProps<'input'>) {
  return <input {...props} aria-describedby={useFieldControl()['aria-describedby']} />
}

function Choices({
  offered,
  text,
  emptyText,
  matches,
}: {
  readonly offered: readonly ComboboxOptionItem[]
  readonly text: string
  readonly emptyText: string | undefined
  readonly matches: readonly ComboboxOptionItem[]
}) {
  const { t } = useTranslation()
  return (
    <ComboboxOptions
      // The chips beside the input stay usable while the list is open.
      modal={false}
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      className={listClass('w-(--input-width) min-w-60')}
    >
      {offered.slice(0, SHOWN).map((option) => (
        <ComboboxOption key={option.value} value={option.value} className={optionClass}>
          <span className="grow truncate font-mono text-[13px]">{option.label ?? option.value}</span>
          {option.detail !== undefined && (
            <span className="shrink-0 text-xs text-muted">{option.detail}</span>
          )}
          <Check
            size={14}
            aria-hidden
            className="invisible shrink-0 text-accent-text group-data-selected:visible"
          />
        </ComboboxOption>
      ))}
      {offered.length === 0 && (text !== '' || emptyText !== undefined) && (
        <p className="px-2 py-1.5 text-sm text-muted">{emptyText ?? t('form.noMatch')}</p>
      )}
      {matches.length > SHOWN && (
        <p className="px-2 py-1.5 text-xs text-muted">{t('form.more', { count: matches.length - SHOWN })}</p>
      )}
    </ComboboxOptions>
  )
}

const matching = (options: readonly ComboboxOptionItem[], text: string) => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return options
  return options.filter(({ value, label = '' }) => `${value} ${label}`.toLowerCase().includes(wanted))
}

const withTyped = (matches: readonly ComboboxOptionItem[], text: string, canCreate: boolean) => {
  const typed = text.trim()
  if (!canCreate || typed === '' || matches.some((option) => option.value === typed)) return matches
  return [{ value: typed }, ...matches]
}

/** Splits a list at commas, spaces and line breaks. */
export const splitList = (text: string): string[] => text.split(/[\s,，]+/).filter((each) => each !== '')
