/** One step of a chart is a day from here on; what follows from summer time may make one an hour shorter. */
const DAY = 82_800

/** Whether the bars of a chart are days or longer, and their time of day says nothing. */
export const isByDay = (moments: readonly number[]): boolean =>
  moments.length > 1 && (moments[1] ?? 0) - (moments[0] ?? 0) >= DAY

/**
 * A moment below a chart, as short as people of the language write it: `18:00`, `Nov 21`.
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
