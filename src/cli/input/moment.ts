const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/**
 * Reads `90s`, `15m`, `2h`, `30d`, `1w`, or a combination such as `1h30m`.
 * @returns seconds; undefined when the text is not a duration
 */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase()
  if (!/^(\d+(\.\d+)?[smhdw])+$/.test(trimmed)) return undefined
  let seconds = 0
  for (const [, number = '', unit = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g))
    seconds += Number(number) * (unitSeconds[unit] ?? 0)
  return seconds
}

/**
 * Reads a point in time: `2026-12-31`, `2026-12-31 23:59:59` (local), RFC 3339, or unix seconds.
 * @returns unix seconds; undefined when the text is not a time
 */
export function readInstant(text: string): number | undefined {
  const trimmed = text.trim()
  if (/^\d{9,11}$/.test(trimmed)) return Number(trimmed)
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(trimmed))
    return undefined
  if (!isDay(trimmed.slice(0, 10))) return undefined
  // A bare date would be parsed as UTC, but people mean local midnight.
  const ms = Date.parse(trimmed.length === 10 ? `${trimmed}T00:00:00` : trimmed.replace(' ', 'T'))
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

/** Whether the date exists in the calendar: `Date` turns February 30 into March 2. */
const isDay = (date: string): boolean => new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date

/** Reads `never`, a duration from now, or a point in time. @returns unix seconds, -1 for never, undefined if invalid */
export function readExpiry(text: string, nowMs: number): number | undefined {
  if (text.trim().toLowerCase() === 'never' || text.trim() === '-1') return -1
  const seconds = readDuration(text)
  return seconds === undefined ? readInstant(text) : Math.floor(nowMs / 1000 + seconds)
}

/** Reads a duration before now, or a point in time. @returns unix seconds; undefined when unreadable */
export function readSince(text: string, nowMs: number): number | undefined {
  const seconds = readDuration(text)
  return seconds === undefined ? readInstant(text) : Math.floor(nowMs / 1000 - seconds)
}
