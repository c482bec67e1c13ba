import { AppError } from '../../errors/app-error.ts'

const DAY_MS = 86_400_000
const dateForm = /^\d{4}-\d{2}-\d{2}$/
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/** Formats a time as RFC 3339 in UTC, which messages use, unlike the unix seconds elsewhere in the API. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString()

/**
 * Reads one end of a range of dates. A date alone means that whole day in UTC; a time without an offset is UTC.
 *
 * @param end which end of the range is requested
 * @returns unix milliseconds; undefined for an empty text
 * @throws AppError `message_date_invalid`, also for days that do not exist
 */
export function readMessageDate(
  text: string | undefined,
  field: string,
  end: 'first' | 'last',
): number | undefined {
  // In a query that was not encoded, the plus of an offset arrives as a space.
  const written = text?.trim().replace(/ (?=\d{2}:?\d{2}$)/, '+') ?? ''
  if (written === '') return undefined
  const isDate = dateForm.test(written)
  const time = timeForm.exec(written)
  const ms = isDate || time ? Date.parse(time && !time[1] ? `${written}Z` : written) : Number.NaN
  // JavaScript turns February 31 into March 3.
  if (Number.isNaN(ms) || !isRealDay(written.slice(0, 10)))
    throw new AppError('message_date_invalid', { field })
  return isDate && end === 'last' ? ms + DAY_MS - 1 : ms
}

function isRealDay(date: string): boolean {
  const ms = Date.parse(date)
  return !Number.isNaN(ms) && toIsoTime(ms).startsWith(date)
}
