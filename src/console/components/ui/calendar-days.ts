/** Returns the day of a time as the calendar uses it: a `Date` at midnight in the browser's time zone. */

export const dayOf = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate())

/** Counts calendar days, not hours: days on which the clocks change have 23 or 25. */
export const addDays = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(day: Date, count: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + count + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()))
}

/** Returns the first day of the week; Sunday = 0. Chinese calendars start on Monday. */
export const firstWeekday = (language: string): 0 | 1 => (language === 'zh' ? 1 : 0)

export const startOfWeek = (day: Date, first: 0 | 1): Date => addDays(day, -((day.getDay() - first + 7) % 7))

/**
 * Returns the weeks of a month, completed with days of the adjacent months: always six, so that the layout does not
 * jump.
 */
export function weeksOf(month: Date, first: 0 | 1): readonly (readonly Date[])[] {
  const start = startOfWeek(new Date(month.getFullYear(), month.getMonth(), 1), first)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  )
}

/** Returns the day that a key moves to; undefined for keys that do not move. */
export function dayByKey(
  day: Date,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  first: 0 | 1,
): Date | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return startOfWeek(day, first)
    case 'End':
      return addDays(startOfWeek(day, first), 6)
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}
