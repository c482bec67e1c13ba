import { readDateText } from '../../dates.ts'
import { addDays } from './calendar-days.ts'

/** Unix seconds; an absent end means "until now". */
export interface DateRange {
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Whether it leaves anything out. */
export const isBounded = ({ from, to }: DateRange): boolean => from !== undefined || to !== undefined

const DAY = 86_400
const startOfToday = (): number => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000)

/** Ranges that most looks ask for; the ends are computed when one is chosen. */
export const dateRangePresets = {
  today: (): DateRange => ({ from: startOfToday(), to: undefined }),
  yesterday: (): DateRange => ({ from: startOfToday() - DAY, to: startOfToday() - 1 }),
  week: (): DateRange => ({ from: startOfToday() - 6 * DAY, to: undefined }),
  month: (): DateRange => ({ from: startOfToday() - 29 * DAY, to: undefined }),
  all: (): DateRange => ({ from: undefined, to: undefined }),
} as const

/** @returns unix seconds; undefined = no end; NaN = no date */
export const readStart = (text: string): number | undefined =>
  text.trim() === '' ? undefined : (readDateText(text) ?? Number.NaN)

/** A date without a time is the end of that day, which belongs to the range. @returns as `readStart` */
export function readEnd(text: string): number | undefined {
  const moment = readStart(text)
  return moment === undefined || Number.isNaN(moment) || text.includes(':')
    ? moment
    : addDays(new Date(moment * 1000), 1).getTime() / 1000 - 1
}
