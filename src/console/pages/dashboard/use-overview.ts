import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

export type Overview = components['schemas']['UsageOverview']

/** Consumption of a span beside that of the span before; of everybody, or one's own. */
export const useOverview = (from: number, until: number, step: number, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'overview', from, until, step, isForAll],
    queryFn: ({ signal }) => {
      const query = { start_timestamp: from, end_timestamp: until, step }
      const init = { params: { query }, signal }
      return dataOf(isForAll ? api.GET('/api/data/overview', init) : api.GET('/api/data/self/overview', init))
    },
    placeholderData: keepPreviousData,
  })
