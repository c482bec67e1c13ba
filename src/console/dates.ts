/** Times and their formats, without any dependency on the page. */

/**
 * Formats a time as `2026-11-22 14:02:51` in the browser's time zone, which is also the format in which dates are
 * typed.
 */
export function toDateText(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** Why a text is not a valid time: the format is wrong, or the clocks skip that time in spring. */
export type DateMistake = 'unreadable' | 'skipped'

/**
 * Reads `yyyy-MM-dd HH:mm:ss`; the time may be omitted or shortened.
 * @returns unix seconds; undefined if it is not a valid date (February 31 is not), or a time that the clocks skip
 */
export function readDateText(text: string): number | undefined {
  const moment = readMoment(text, '00:00:00')
  return typeof moment === 'number' ? moment : undefined
}

/** Reads the end of a period in the same format. A date without a time means the last second of that day. */
export function readEndText(text: string): number | undefined {
  const moment = readMoment(text, '23:59:59')
  return typeof moment === 'number' ? moment : undefined
}

/** @returns undefined if the text is a valid time */
export function dateMistake(text: string): DateMistake | undefined {
  const moment = readMoment(text, '00:00:00')
  return typeof moment === 'number' ? undefined : moment
}

function readMoment(text: string, timeOfDay: string): number | DateMistake {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text.trim())
  if (!parts) return 'unreadable'
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number)
  const [hour = 0, minute = 0, second = 0] = (parts[4] ?? timeOfDay).split(':').map(Number)
  const start = new Date(year, month - 1, day)
  const isDay = start.getFullYear() === year && start.getMonth() === month - 1 && start.getDate() === day
  if (!isDay || hour > 23 || minute > 59 || second > 59) return 'unreadable'
  const date = new Date(year, month - 1, day, hour, minute, second)
  if (date.getHours() === hour && date.getMinutes() === minute) return date.getTime() / 1000
  // Some clocks change at midnight. The start and the end of such a day are still valid times.
  const seconds = hour * 3600 + minute * 60 + second
  if (seconds === 0) return start.getTime() / 1000
  return seconds === 86_399 ? new Date(year, month - 1, day + 1).getTime() / 1000 - 1 : 'skipped'
}

const spans = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
] as const

/** Formats a time relative to now: `2 minutes ago`, `in 3 days`, `19 秒前`. */
export function timeFromNow(unixSeconds: number, nowMs: number, locale: string): string {
  const seconds = unixSeconds - nowMs / 1000
  const span = spans.find(([below]) => Math.abs(seconds) < below) ?? spans[5]
  const count = Math.trunc(seconds / span[2])
  // Days are counted as 24 hours, so "yesterday" could be wrong for 30 hours ago. Only 0 seconds may be "now".
  const numeric = count === 0 ? 'auto' : 'always'
  // In Chinese the short form is the usual one; in English it uses abbreviations.
  const style = locale.startsWith('zh') ? 'short' : 'long'
  const text = new Intl.RelativeTimeFormat(locale, { numeric, style }).format(count, span[1])
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}
