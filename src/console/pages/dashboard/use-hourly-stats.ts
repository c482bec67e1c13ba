import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

export type HourlyStat = components['schemas']['HourlyStat']

/** Consumption by model and hour; of everybody, or one's own. */
export const useHourlyStats = (from: number, until: number, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'hours', from, until, isForAll],
    queryFn: ({ signal }) => {
      const init = { params: { query: { start_timestamp: from, end_timestamp: until } }, signal }
      return dataOf(isForAll ? api.GET('/api/data/', init) : api.GET('/api/data/self', init))
    },
    placeholderData: keepPreviousData,
  })
