import { addDays, dayOf } from '../../components/ui/calendar-days.ts'

export const granularities = ['hour', 'day', 'week'] as const
export type Granularity = (typeof granularities)[number]
export const spans = ['day', 'week', 'month'] as const
export type SpanName = (typeof spans)[number]

const HOUR = 3600
const daysOf = { day: 1, week: 7 } as const

/** Steps of one length, which the server can be asked for at once. Unix seconds, both ends inclusive. */
export interface Run {
  readonly from: number
  readonly until: number
  readonly step: number
}

/** A time cut into steps. */
export interface Steps {
  /** Unix seconds, both inclusive. */
  readonly from: number
  readonly until: number
  /** The beginnings of all steps. */
  readonly moments: readonly number[]
  /** All of it again: one run, and more where the clocks change and a day has 23 or 25 hours. */
  readonly runs: readonly Run[]
}

/** A day is 24 hours, the one that goes on included; longer spans begin at midnight where the reader is. */
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

/** A run in whole hours, because the server counts by them. */
export interface WholeHours extends Run {
  /** Seconds from the whole hour to the start of a step. The server's times are too early by this much. */
  readonly late: number
}

/**
 * Midnight is not at a whole hour everywhere: India's is at half past in UTC. There, we count an hour to the step that begins in
 * it, so that each hour counts once and the steps add up to the totals.
 */
export const inWholeHours = (runs: readonly Run[]): readonly WholeHours[] =>
  runs.map(({ from, until, step }, index) => ({
    from: from - (from % HOUR),
    until: index === runs.length - 1 ? until : until - ((until + 1) % HOUR),
    step,
    late: from % HOUR,
  }))

/** Which step a moment is in. */
export const stepAt = (moments: readonly number[], moment: number): number =>
  Math.max(
    0,
    moments.findLastIndex((begin) => begin <= moment),
  )
