/** Moments and how they are written, without anything of the page. */

/** `2026-11-22 14:02:51` in the browser's time zone; the form that dates are typed in. */
export function toDateText(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/**
 * Reads `yyyy-MM-dd HH:mm:ss`; the time may be left out or cut short.
 * @returns unix seconds; undefined when it is no date (the 31st of February is none)
 */
export function readDateText(text: string): number | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((each) => Number(each ?? 0))
  const date = new Date(year, month - 1, day, hour, minute, second)
  const isReal =
    date.getFullYear() === year &&
    date.getMonth() === month - 1 &&
    date.getDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  return isReal ? Math.floor(date.getTime() / 1000) : undefined
}

const spans = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
] as const

/** `2 minutes ago`, `in 3 days`. */
export function timeFromNow(unixSeconds: number, nowMs: number, locale: string): string {
  const seconds = unixSeconds - nowMs / 1000
  const span = spans.find(([below]) => Math.abs(seconds) < below) ?? spans[5]
  const count = Math.trunc(seconds / span[2])
  // We count days of 24 hours, so "yesterday" could be wrong for 30 hours ago. Only 0 seconds may be "now".
  const numeric = count === 0 ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat(locale, { numeric }).format(count, span[1])
}
