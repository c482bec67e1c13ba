import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import type { DashboardSpan } from './dashboard-span.ts'

export type HourlyStat = components['schemas']['HourlyStat']

/** Consumption by model and step of the span; of everybody, or one's own. */
export const useHourlyStats = ({ from, until, step }: DashboardSpan, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'hours', from, until, step, isForAll],
    queryFn: ({ signal }) => {
      const init = { params: { query: { start_timestamp: from, end_timestamp: until, step } }, signal }
      return dataOf(isForAll ? api.GET('/api/data/', init) : api.GET('/api/data/self', init))
    },
    placeholderData: keepPreviousData,
  })
