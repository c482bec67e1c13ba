import { readDuration, readInstant } from '../input/moment.ts'

/**
 * Reads a point in time from a file, in unix seconds. Without a time zone it is UTC, so that a file means the same on
 * every machine.
 * @returns undefined for durations, `never` and text that is not a time
 */
export function instantOf(text: string): number | undefined {
  const trimmed = text.trim()
  const isZoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(trimmed.slice(10)) || /^\d{9,11}$/.test(trimmed)
  if (isZoned) return readInstant(trimmed)
  return readInstant(trimmed.length === 10 ? `${trimmed}T00:00:00Z` : `${trimmed}Z`)
}

/** Whether the text is a duration that counts from creation and therefore does not apply to an existing object. */
export const isRelative = (text: string): boolean => readDuration(text) !== undefined

/** Formats a time as RFC 3339 in UTC without milliseconds, as exports write it. */
export const instantText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
