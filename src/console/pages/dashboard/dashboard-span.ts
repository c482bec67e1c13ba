import { useMemo } from 'react'
import type { Status } from '../../api/use-status.ts'
import { useAddress } from '../../state/address.ts'
import {
  type Granularity,
  granularities,
  type SpanName,
  type Steps,
  spans,
  stepsOf,
} from './dashboard-steps.ts'
import { useMoment } from './use-moment.ts'

/** The period that the dashboard shows, and its steps. */
export interface DashboardSpan extends Steps {
  readonly name: SpanName
  readonly granularity: Granularity
}

/** The period if only the granularity is given. */
const spanOf = { hour: 'day', day: 'week', week: 'month' } as const satisfies Record<Granularity, SpanName>

/** Reads the period from the address; what is missing follows the site's default granularity. */
export function useDashboardSpan(status: Status | undefined): DashboardSpan {
  const address = useAddress()
  const granularity =
    granularities.find((each) => each === address.get('by')) ??
    granularities.find((each) => each === status?.data_export_default_time) ??
    'hour'
  const name = spans.find((each) => each === address.get('span')) ?? spanOf[granularity]
  const at = useMoment(`${name} ${granularity}`, status?.data_export_interval)
  // Otherwise the query would change every second.
  const minute = Math.floor(at / 60_000)
  return useMemo(
    () => ({ name, granularity, ...stepsOf(name, granularity, minute * 60 + 59) }),
    [name, granularity, minute],
  )
}
