import { useMemo } from 'react'
import type { Status } from '../../api/use-status.ts'
import { useAddress } from '../../state/address.ts'
import { useMoment } from './use-moment.ts'

export const granularities = ['hour', 'day', 'week'] as const
export type Granularity = (typeof granularities)[number]
export const spans = ['day', 'week', 'month'] as const
export type SpanName = (typeof spans)[number]

const HOUR = 3600
const DAY = 86_400

/** Seconds of one bar. */
export const stepSeconds = { hour: HOUR, day: DAY, week: 7 * DAY } as const satisfies Record<
  Granularity,
  number
>

/** Which time the dashboard looks at, and in which steps. */
export interface DashboardSpan {
  readonly name: SpanName
  readonly granularity: Granularity
  /** Unix seconds, both inclusive. */
  readonly from: number
  readonly until: number
  readonly step: number
  /** The beginnings of all steps. */
  readonly moments: readonly number[]
}

/** How far one looks where only the granularity is given. */
const spanOf = { hour: 'day', day: 'week', week: 'month' } as const satisfies Record<Granularity, SpanName>

/** Reads the time from the address; what is not there follows the site's default granularity. */
export function useDashboardSpan(status: Status | undefined): DashboardSpan {
  const address = useAddress()
  const granularity =
    granularities.find((each) => each === address.get('by')) ??
    granularities.find((each) => each === status?.data_export_default_time) ??
    'hour'
  const name = spans.find((each) => each === address.get('span')) ?? spanOf[granularity]
  const at = useMoment(`${name} ${granularity}`, status?.data_export_interval)
  // Each second would be another query otherwise.
  const minute = Math.floor(at / 60_000)
  return useMemo(() => {
    const until = minute * 60 + 59
    const from = beginOf(name, until)
    const step = stepSeconds[granularity]
    const count = Math.floor((until - from) / step) + 1
    return {
      name,
      granularity,
      from,
      until,
      step,
      moments: Array.from({ length: count }, (_, index) => from + index * step),
    }
  }, [name, granularity, minute])
}

/** A day is 24 hours, the one that goes on included; longer spans begin at midnight where the reader is. */
function beginOf(name: SpanName, until: number): number {
  if (name === 'day') return until - (until % HOUR) - 23 * HOUR
  const midnight = new Date(until * 1000)
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - (name === 'week' ? 6 : 29))
  return Math.floor(midnight.getTime() / 1000)
}
