import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDateText, toDateText } from '../../format.ts'
import { Button, buttonClass } from './button.tsx'
import { Field, TextInput } from './field.tsx'

/** Unix seconds; an absent end means "until now". */
export interface DateRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

const DAY = 86_400
const startOfToday = (): number => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000)

/** Ranges that most looks ask for; the ends are computed when one is chosen. */
export const dateRangePresets = {
  today: (): DateRange => ({ from: startOfToday(), to: undefined }),
  yesterday: (): DateRange => ({ from: startOfToday() - DAY, to: startOfToday() - 1 }),
  week: (): DateRange => ({ from: startOfToday() - 6 * DAY, to: undefined }),
  month: (): DateRange => ({ from: startOfToday() - 29 * DAY, to: undefined }),
  all: (): DateRange => ({ from: undefined, to: undefined }),
} as const

/** From when until when: presets, or both ends typed as `yyyy-MM-dd HH:mm:ss`. */
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
      <PopoverButton aria-label={`${label}: ${shown}`} className={buttonClass('secondary')}>
        <CalendarRange size={15} aria-hidden className="text-muted" />
        <span className="font-normal tabular-nums">{shown}</span>
      </PopoverButton>
      <PopoverPanel
        focus
        anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
        className="z-40 w-80 rounded-lg border bg-surface p-3 shadow-pop focus:outline-none"
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
  const read = (text: string) => (text.trim() === '' ? undefined : (readDateText(text) ?? Number.NaN))
  const ends = { from: read(from), to: read(to) }
  const fromError = Number.isNaN(ends.from) ? t('range.unreadable') : undefined
  const toError = Number.isNaN(ends.to)
    ? t('range.unreadable')
    : ends.from !== undefined && ends.to !== undefined && ends.to < ends.from
      ? t('range.reversed')
      : undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1">
        {(Object.keys(dateRangePresets) as (keyof typeof dateRangePresets)[]).map((name) => (
          <Button key={name} size="sm" onClick={() => apply(dateRangePresets[name]())}>
            {t(`range.${name}`)}
          </Button>
        ))}
      </div>
      <Field label={t('range.from')} error={fromError}>
        <TextInput
          isMono
          placeholder="2026-01-31 00:00:00"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </Field>
      <Field label={t('range.to')} error={toError}>
        <TextInput
          isMono
          placeholder={t('range.now')}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <Button
        kind="primary"
        disabled={fromError !== undefined || toError !== undefined}
        onClick={() => apply(ends)}
      >
        {t('action.apply')}
      </Button>
    </div>
  )
}
