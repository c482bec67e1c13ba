import { readDuration, readInstant } from '../input/moment.ts'

/**
 * A point in time of a file, in unix seconds. Without a zone it is UTC: the same file means the same on every machine.
 * @returns undefined for durations, `never` and what is no time
 */
export function instantOf(text: string): number | undefined {
  const trimmed = text.trim()
  const isZoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(trimmed.slice(10)) || /^\d{9,11}$/.test(trimmed)
  if (isZoned) return readInstant(trimmed)
  return readInstant(trimmed.length === 10 ? `${trimmed}T00:00:00Z` : `${trimmed}Z`)
}

/** Whether it counts from when the object is made: it then says nothing about one that is there. */
export const isRelative = (text: string): boolean => readDuration(text) !== undefined

/** RFC 3339 in UTC without milliseconds, as exports write it. */
export const instantText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
