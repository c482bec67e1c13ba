/** Steps of at least this many seconds count as a day; the change to summer time makes a day one hour shorter. */
const DAY = 82_800

/** Returns whether the bars of a chart are days or longer, so that their time of day means nothing. */
export const isByDay = (moments: readonly number[]): boolean =>
  moments.length > 1 && (moments[1] ?? 0) - (moments[0] ?? 0) >= DAY

/**
 * Formats a moment on the time axis, in the short form of the language: `18:00`, `Nov 21`.
 *
 * @param stepSeconds between two marks
 */
export function axisTime(unixSeconds: number, stepSeconds: number, locale: string): string {
  const isDay =
    stepSeconds >= DAY ||
    new Date(unixSeconds * 1000).getHours() + new Date(unixSeconds * 1000).getMinutes() === 0
  return new Intl.DateTimeFormat(
    locale,
    isDay ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ).format(unixSeconds * 1000)
}
