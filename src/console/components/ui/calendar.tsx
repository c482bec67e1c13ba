import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locale } from '../../format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from './button.tsx'
import { addMonths, dayByKey, dayOf, firstWeekday, weeksOf } from './calendar-days.ts'

/**
 * A month to pick a day from. Arrow keys move by day and week, Home and End to the start and end of the week, Page Up
 * and Page Down by month, or by year with Shift; Enter picks.
 */
export function Calendar({
  from,
  to,
  onPick,
  isFocused = false,
}: {
  /** The chosen range, both ends inclusive; the same day twice for a single day. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly onPick: (day: Date) => void
  /** Takes the focus when it appears. */
  readonly isFocused?: boolean
}) {
  const { t } = useTranslation()
  const first = firstWeekday(currentLanguage())
  const today = dayOf(new Date())
  const chosen = from ?? to
  const [cursor, setCursor] = useState(() => dayOf(chosen ?? today))
  const [followed, setFollowed] = useState(chosen?.getTime())
  // When a day was typed or chosen by a preset, the calendar moves to its month.
  if (chosen?.getTime() !== followed) {
    setFollowed(chosen?.getTime())
    if (chosen) setCursor(dayOf(chosen))
  }
  const grid = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(isFocused)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day that the keys lead to.
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true })
  }, [cursor])
  const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale(), options)
  const [weekday, weekdayName, dayName] = [
    written({ weekday: 'narrow' }),
    written({ weekday: 'long' }),
    written({ dateStyle: 'full' }),
  ]
  const month = written({ year: 'numeric', month: 'long' }).format(cursor)
  const weeks = weeksOf(cursor, first)
  const start = from && dayOf(from)
  const end = to && dayOf(to)
  return (
    <div className="select-none">
      <div className="mb-1 flex items-center gap-1">
        <span className="grow pl-2 text-sm font-medium" aria-live="polite">
          {month}
        </span>
        <IconButton
          size="icon-sm"
          label={t('date.previousMonth')}
          icon={<ChevronLeft size={15} aria-hidden />}
          onClick={() => setCursor(addMonths(cursor, -1))}
        />
        <IconButton
          size="icon-sm"
          label={t('date.nextMonth')}
          icon={<ChevronRight size={15} aria-hidden />}
          onClick={() => setCursor(addMonths(cursor, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: this is how a calendar is told to assistive technology.
        role="grid"
        aria-label={month}
        className="w-full table-fixed border-collapse text-center tabular-nums"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col" abbr={weekdayName.format(day)} className="h-7">
                <span className="text-xs font-normal text-muted">{weekday.format(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => {
                const time = day.getTime()
                const isEnd = time === start?.getTime() || time === end?.getTime()
                const isBetween = start !== undefined && end !== undefined && day > start && day < end
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus.
                  <td
                    key={time}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above.
                    role="gridcell"
                    aria-selected={isEnd || isBetween}
                    className={classNames('p-0', isBetween && 'bg-accent-weak')}
                  >
                    <button
                      type="button"
                      tabIndex={time === cursor.getTime() ? 0 : -1}
                      aria-label={dayName.format(day)}
                      aria-current={time === today.getTime() ? 'date' : undefined}
                      className={classNames(
                        'mx-auto grid h-8 w-full place-items-center rounded-md text-sm',
                        isEnd ? 'bg-accent font-medium text-on-accent' : 'hover:bg-hover',
                        !isEnd && day.getMonth() !== cursor.getMonth() && 'text-faint',
                        !isEnd && time === today.getTime() && 'font-semibold text-accent-text',
                      )}
                      onClick={() => {
                        setCursor(day)
                        onPick(day)
                      }}
                      onKeyDown={(event) => {
                        const next = dayByKey(day, event, first)
                        if (!next) return
                        event.preventDefault()
                        takesFocus.current = true
                        setCursor(next)
                      }}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
