/** Upper bound for the length of a day in any time zone: clocks were never set back by more than a day. */
const DAY_SECONDS_MAX = 49 * 3600

/** The most recently used format. Creating one takes longer than using it, and a site has a single time zone. */
let latest: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined

/**
 * Returns the calendar day of a moment, such as `2026-11-22`. Later days sort after earlier ones as text.
 *
 * @param timeZone as in the option `CheckInTimeZone`
 */
export function dayName(atMs: number, timeZone: string): string {
  if (latest?.timeZone !== timeZone) latest = { timeZone, format: formatOf(timeZone) }
  const part = new Map(latest.format.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return `${part.get('year')}-${part.get('month')}-${part.get('day')}`
}

/**
 * Finds the end of a moment's calendar day. Days with a change to or from summer time have 23 or 25 hours, so the end
 * is found by a search instead of arithmetic.
 *
 * @returns unix seconds
 */
export function endOfDay(atMs: number, timeZone: string): number {
  const name = dayName(atMs, timeZone)
  let inside = Math.floor(atMs / 1000)
  let beyond = inside + DAY_SECONDS_MAX
  while (beyond - inside > 1) {
    const middle = Math.floor((inside + beyond) / 2)
    if (dayName(middle * 1000, timeZone) > name) beyond = middle
    else inside = middle
  }
  return beyond
}

/** Formats a midnight for people: its day, the time and the time zone. */
export const midnightName = (atMs: number, timeZone: string): string =>
  `${dayName(atMs, timeZone)} 00:00 (${timeZone})`

/** The spans a calendar is divided into, each beginning at local midnight; a week begins on Monday. */
export const spanNames = ['day', 'week', 'month'] as const
export type SpanName = (typeof spanNames)[number]

/** Finds the end of the day, week or month that contains a moment, in unix milliseconds. */
export function endOfSpan(atMs: number, span: SpanName, timeZone: string): number {
  const [year = 0, month = 0, day = 0] = dayName(atMs, timeZone).split('-').map(Number)
  const nextDay =
    span === 'month'
      ? Date.UTC(year, month, 1)
      : Date.UTC(year, month - 1, day + daysLeft(span, year, month, day))
  return startOfDay(nextDay, timeZone)
}

const daysLeft = (span: 'day' | 'week', year: number, month: number, day: number): number =>
  span === 'day' ? 1 : 7 - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7)

/** Finds the moment a calendar day begins. @param day its midnight in UTC. @returns unix milliseconds */
function startOfDay(day: number, timeZone: string): number {
  const name = new Date(day).toISOString().slice(0, 10)
  let before = day / 1000 - DAY_SECONDS_MAX
  let inside = day / 1000 + DAY_SECONDS_MAX
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2)
    if (dayName(middle * 1000, timeZone) >= name) inside = middle
    else before = middle
  }
  return inside * 1000
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
