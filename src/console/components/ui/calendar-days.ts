/** Days as a calendar needs them: a `Date` at its first moment in the browser's time zone. */

export const dayOf = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate())

/** By the calendar, not by hours: days of a change of the clocks have 23 or 25. */
export const addDays = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)

/** The same day of another month, or its last one where it is shorter. */
export function addMonths(day: Date, count: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + count + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(day.getDate(), last.getDate()))
}

/** Sunday = 0. People who read Chinese begin their weeks on Monday. */
export const firstWeekday = (language: string): 0 | 1 => (language === 'zh' ? 1 : 0)

export const startOfWeek = (day: Date, first: 0 | 1): Date => addDays(day, -((day.getDay() - first + 7) % 7))

/** The weeks that show a month, with the days of its neighbours that complete them: always six, so that nothing jumps. */
export function weeksOf(month: Date, first: 0 | 1): readonly (readonly Date[])[] {
  const start = startOfWeek(new Date(month.getFullYear(), month.getMonth(), 1), first)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  )
}

/** Where a key leads from a day; undefined for keys that lead nowhere. */
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
