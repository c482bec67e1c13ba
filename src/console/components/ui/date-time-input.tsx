import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateMistake, readDateText, readEndText, toDateText } from '../../format.ts'
import { Button } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { Field, TextInput } from './field.tsx'

/** The classes of all panels with a calendar. */
export const calendarPanelClass = 'z-50 w-80 rounded-lg border bg-surface p-3 shadow-pop focus:outline-none'

/**
 * A time, typed as `yyyy-MM-dd HH:mm:ss` or picked from a calendar. The caller keeps the text as typed, even while it
 * is not a valid date.
 */
export function DateTimeInput({
  value,
  onChange,
  placeholder,
  timeOfDay,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Says what an empty text means, or how to type a date. */
  readonly placeholder: string
  /** Time of day to use when none is typed or picked. */
  readonly timeOfDay: '00:00:00' | '23:59:59'
}) {
  const { t } = useTranslation()
  return (
    <span className="relative block">
      <TextInput
        isMono
        autoComplete="off"
        spellCheck={false}
        className="pr-9"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Popover>
        <PopoverButton
          aria-label={t('date.open')}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-md text-muted hover:text-text data-open:text-accent-text"
        >
          <CalendarDays size={15} aria-hidden />
        </PopoverButton>
        <PopoverPanel
          focus
          anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
          aria-label={t('date.open')}
          className={calendarPanelClass}
        >
          {({ close }) => (
            <Panel value={value} onChange={onChange} timeOfDay={timeOfDay} close={() => close()} />
          )}
        </PopoverPanel>
      </Popover>
    </span>
  )
}

function Panel({
  value,
  onChange,
  timeOfDay,
  close,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly timeOfDay: '00:00:00' | '23:59:59'
  readonly close: () => void
}) {
  const { t } = useTranslation()
  const seconds = (timeOfDay === '23:59:59' ? readEndText : readDateText)(value)
  const text = seconds === undefined ? undefined : toDateText(seconds)
  const [time, setTime] = useState(text?.slice(11) ?? timeOfDay)
  const day = seconds === undefined ? undefined : new Date(seconds * 1000)
  const [date, setDate] = useState(text?.slice(0, 10))
  const isTime = /^\s*([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?\s*$/.test(time)
  const isSkipped = isTime && date !== undefined && dateMistake(`${date} ${time.trim()}`) === 'skipped'
  const tell = (nextDate: string | undefined, nextTime: string) => {
    const next = `${nextDate} ${nextTime.trim()}`
    const moment = readDateText(next)
    if (moment !== undefined) onChange(toDateText(moment))
    // Otherwise the form would still use the time that was entered before.
    else if (dateMistake(next) === 'skipped') onChange(next)
  }
  return (
    <div className="flex flex-col gap-3">
      <Calendar
        isFocused
        from={day}
        to={day}
        onPick={(picked) => {
          const next = toDateText(picked.getTime() / 1000).slice(0, 10)
          setDate(next)
          tell(next, isTime ? time : timeOfDay)
        }}
      />
      <Field
        label={t('date.time')}
        error={isSkipped ? t('date.skipped') : isTime ? undefined : t('date.timeUnreadable')}
      >
        <TextInput
          isMono
          inputMode="numeric"
          autoComplete="off"
          value={time}
          onChange={(event) => {
            setTime(event.target.value)
            tell(date, event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter must not submit the surrounding form.
            event.preventDefault()
            close()
          }}
        />
      </Field>
      <Button kind="primary" onClick={close}>
        {t('date.done')}
      </Button>
    </div>
  )
}
