import { readDateText, readEndText } from '../../dates.ts'
import { addDays } from './calendar-days.ts'

/** Unix seconds; an absent end means "until now". */
export interface DateRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Returns whether the range excludes anything. */
export const isBounded = ({ from, to }: DateRange): boolean => from !== undefined || to !== undefined

const startOfDay = (daysAgo: number): number => addDays(new Date(), -daysAgo).getTime() / 1000

/** The most common ranges; the ends are computed when one is chosen. */
export const dateRangePresets = {
  today: (): DateRange => ({ from: startOfDay(0), to: undefined }),
  yesterday: (): DateRange => ({ from: startOfDay(1), to: startOfDay(0) - 1 }),
  week: (): DateRange => ({ from: startOfDay(6), to: undefined }),
  month: (): DateRange => ({ from: startOfDay(29), to: undefined }),
  all: (): DateRange => ({ from: undefined, to: undefined }),
} as const

/** @returns unix seconds; undefined = no bound; NaN = not a date */
export const readStart = (text: string): number | undefined =>
  text.trim() === '' ? undefined : (readDateText(text) ?? Number.NaN)

/** Reads a date without a time as the end of that day, which belongs to the range. @returns as `readStart` */
export const readEnd = (text: string): number | undefined =>
  text.trim() === '' ? undefined : (readEndText(text) ?? Number.NaN)
