import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Money, useMoney } from '../../format.ts'
import { classNames } from '../class-names.ts'
import { inputClass, useFieldControl } from './field.tsx'

interface NumberInputProps {
  /** NaN while the text is not a number; the form refuses to save it. */
  readonly value: number
  readonly onChange: (value: number) => void
  /** Called on blur, when the caller can correct what was typed. */
  readonly onLeave?: () => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Shown at the end of the field: `s`, `ms`, `%`. */
  readonly unit?: string
  readonly label?: string
  readonly isDisabled?: boolean
  readonly className?: string
}

/**
 * A number input. The text stays as typed until the field loses the focus, so that people can type `0.` or `-` first.
 */
export function NumberInput({
  value,
  onChange,
  onLeave,
  min,
  max,
  step = 1,
  unit,
  label,
  isDisabled = false,
  className,
}: NumberInputProps) {
  const control = useFieldControl()
  const [typed, setTyped] = useState<string>()
  // A number set from outside replaces a text that is not a number.
  const isTyped = typed !== undefined && !(Number.isNaN(readNumber(typed)) && Number.isFinite(value))
  const shown = isTyped ? typed : Number.isFinite(value) ? String(value) : ''
  const clamp = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next))
  return (
    <span className={classNames('relative block', className)}>
      <input
        {...control}
        type="text"
        inputMode={step % 1 === 0 ? 'numeric' : 'decimal'}
        aria-label={label}
        disabled={isDisabled}
        value={shown}
        className={inputClass(classNames('h-8 tabular-nums', unit !== undefined && 'pr-12'))}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(readNumber(event.target.value))
        }}
        onBlur={() => {
          // A text that is not a number stays, so that it can be corrected.
          if (Number.isFinite(value)) setTyped(undefined)
          onLeave?.()
        }}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (direction === 0 || !Number.isFinite(value)) return
          event.preventDefault()
          setTyped(undefined)
          onChange(clamp(Number((value + direction * step).toFixed(6))))
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

/** @returns NaN for everything except plain decimal numbers */
const readNumber = (text: string): number =>
  /^\s*-?(\d+\.?\d*|\.\d+)\s*$/.test(text) ? Number(text) : Number.NaN

/** An amount in quota units, typed in dollars if the site shows dollars. The other unit is shown below. */
export function MoneyInput({
  quota,
  onChange,
  isDisabled = false,
  label,
}: {
  /** Whole quota units; NaN while the text is not a number. */
  readonly quota: number
  readonly onChange: (quota: number) => void
  readonly isDisabled?: boolean
  readonly label?: string
}) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <span className="flex flex-col gap-1">
      <NumberInput
        value={money.isInDollars ? toDollars(quota, money) : quota}
        onChange={(value) => onChange(money.isInDollars ? Math.round(value * money.quotaPerUnit) : value)}
        step={money.isInDollars ? 0.01 : 1}
        unit={t(money.isInDollars ? 'money.dollars' : 'money.unit')}
        isDisabled={isDisabled}
        {...(label === undefined ? {} : { label })}
      />
      {Number.isFinite(quota) && (
        <span className="text-xs text-muted tabular-nums">= {money.other(quota)}</span>
      )}
    </span>
  )
}

const toDollars = (quota: number, money: Money): number => Number((quota / money.quotaPerUnit).toFixed(6))
