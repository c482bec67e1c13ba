import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateMistake, toDateText } from '../../format.ts'
import { Button, buttonClass } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { addDays } from './calendar-days.ts'
import { calendarPanelClass } from './date-time-input.tsx'
import { Field, TextInput } from './field.tsx'
import { focusInPlace } from './focus-in-place.ts'
import { type DateRange, dateRangePresets, readEnd, readStart } from './range-ends.ts'

/** A time range: presets, days picked from a calendar, or both ends typed as `yyyy-MM-dd HH:mm:ss`. */
export function DateRangeInput({
  value,
  onChange,
  label,
}: {
  readonly value: DateRange
  readonly onChange: (value: DateRange) => void
  readonly label: string
}) {
  const { t } = useTranslation()
  const shown =
    value.from === undefined && value.to === undefined
      ? t('range.all')
      : `${value.from === undefined ? '…' : toDateText(value.from).slice(0, 16)} – ${value.to === undefined ? t('range.now') : toDateText(value.to).slice(0, 16)}`
  return (
    <Popover>
      <PopoverButton data-range aria-label={`${label}: ${shown}`} className={buttonClass('secondary')}>
        <CalendarRange size={15} aria-hidden className="text-muted" />
        <span className="font-normal tabular-nums">{shown}</span>
      </PopoverButton>
      <PopoverPanel
        ref={focusInPlace}
        focus
        anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
        className={calendarPanelClass}
      >
        {({ close }) => (
          <Panel
            value={value}
            apply={(range) => {
              onChange(range)
              close()
            }}
          />
        )}
      </PopoverPanel>
    </Popover>
  )
}

function Panel({ value, apply }: { readonly value: DateRange; readonly apply: (range: DateRange) => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(value.from === undefined ? '' : toDateText(value.from))
  const [to, setTo] = useState(value.to === undefined ? '' : toDateText(value.to))
  // Picked days set the start and the end in turn; focusing a field makes it the next to be set.
  const [next, setNext] = useState<'from' | 'to'>('from')
  const ends = { from: readStart(from), to: readEnd(to) }
  const fromError = Number.isNaN(ends.from) ? t(`date.${dateMistake(from) ?? 'unreadable'}`) : undefined
  const toError = Number.isNaN(ends.to)
    ? t(`date.${dateMistake(to) ?? 'unreadable'}`)
    : ends.from !== undefined && ends.to !== undefined && ends.to < ends.from
      ? t('range.reversed')
      : undefined
  const pick = (day: Date) => {
    const start = day.getTime() / 1000
    const end = addDays(day, 1).getTime() / 1000 - 1
    if (next === 'to' && !(ends.from !== undefined && end < ends.from)) {
      setTo(toDateText(end))
      setNext('from')
      return
    }
    setFrom(toDateText(start))
    if (ends.to !== undefined && !(ends.to > start)) setTo('')
    setNext('to')
  }
  const isWrong = fromError !== undefined || toError !== undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        // In React's tree, this form is inside the filter form.
        event.preventDefault()
        event.stopPropagation()
        if (!isWrong) apply(ends)
      }}
    >
      <div className="flex flex-wrap gap-1">
        {(Object.keys(dateRangePresets) as (keyof typeof dateRangePresets)[]).map((name) => (
          <Button key={name} size="sm" onClick={() => apply(dateRangePresets[name]())}>
            {t(`range.${name}`)}
          </Button>
        ))}
      </div>
      <Calendar from={dateOf(ends.from)} to={dateOf(ends.to)} onPick={pick} />
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('range.from')} error={fromError}>
          <TextInput
            isMono
            autoComplete="off"
            className={endClass(next === 'from')}
            placeholder="2026-01-31"
            value={from}
            onFocus={() => setNext('from')}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label={t('range.to')} error={toError}>
          <TextInput
            isMono
            autoComplete="off"
            className={endClass(next === 'to')}
            placeholder={t('range.now')}
            value={to}
            onFocus={() => setNext('to')}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" kind="primary" disabled={isWrong}>
        {t('action.apply')}
      </Button>
    </form>
  )
}

/** Makes two texts of 19 characters fit side by side; an underline shows which end the next picked day sets. */
const endClass = (isNext: boolean): string => `px-1.5! text-[11px]! ${isNext ? 'border-b-accent' : ''}`

const dateOf = (seconds: number | undefined): Date | undefined =>
  seconds === undefined || Number.isNaN(seconds) ? undefined : new Date(seconds * 1000)
