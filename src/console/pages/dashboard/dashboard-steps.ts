import { addDays, dayOf } from '../../components/ui/calendar-days.ts'

export const granularities = ['hour', 'day', 'week'] as const
export type Granularity = (typeof granularities)[number]
export const spans = ['day', 'week', 'month'] as const
export type SpanName = (typeof spans)[number]

const HOUR = 3600
const daysOf = { day: 1, week: 7 } as const

/** Consecutive steps of equal length, which a single request can cover. Unix seconds, both ends inclusive. */
export interface Run {
  readonly from: number
  readonly until: number
  readonly step: number
}

/** A period divided into steps. */
export interface Steps {
  /** Unix seconds, both inclusive. */
  readonly from: number
  readonly until: number
  /** The start of each step. */
  readonly moments: readonly number[]
  /** The period as runs: one, or more if the clocks change and a day has 23 or 25 hours. */
  readonly runs: readonly Run[]
}

/**
 * Divides a period into steps. A day is 24 hours including the current one; longer periods begin at midnight in the
 * reader's time zone.
 */
export function stepsOf(name: SpanName, granularity: Granularity, until: number): Steps {
  const first = addDays(dayOf(new Date(until * 1000)), name === 'week' ? -6 : -29)
  const from = name === 'day' ? until - (until % HOUR) - 23 * HOUR : first.getTime() / 1000
  const beginOf = (index: number): number => {
    if (granularity === 'hour') return from + index * HOUR
    const days = index * daysOf[granularity]
    return name === 'day' ? from + days * 24 * HOUR : addDays(first, days).getTime() / 1000
  }
  const moments: number[] = []
  const runs: Run[] = []
  for (let index = 0; beginOf(index) <= until; index += 1) {
    const begin = beginOf(index)
    const next = beginOf(index + 1)
    moments.push(begin)
    const run = runs.at(-1)
    const isSameLength = run?.step === next - begin
    if (isSameLength) runs.pop()
    runs.push({ from: isSameLength ? run.from : begin, until: Math.min(next - 1, until), step: next - begin })
  }
  return { from, until, moments, runs }
}

/** A run in whole hours, because the server aggregates by hour. */
export interface WholeHours extends Run {
  /** Seconds from the whole hour to the start of a step. The server's times are too early by this much. */
  readonly late: number
}

/**
 * Aligns runs with whole hours. In some time zones midnight is not at a whole hour: India's is at half past in UTC.
 * There, an hour is counted to the step that begins in it, so that each hour counts once and the steps add up to the
 * totals.
 */
export const inWholeHours = (runs: readonly Run[]): readonly WholeHours[] =>
  runs.map(({ from, until, step }, index) => ({
    from: from - (from % HOUR),
    until: index === runs.length - 1 ? until : until - ((until + 1) % HOUR),
    step,
    late: from % HOUR,
  }))

/** Returns the index of the step that contains a moment. */
export const stepAt = (moments: readonly number[], moment: number): number =>
  Math.max(
    0,
    moments.findLastIndex((begin) => begin <= moment),
  )
