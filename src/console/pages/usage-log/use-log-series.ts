import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { type LogFilters, toQuery } from './log-filters.ts'
import { LIVE_MS } from './use-logs.ts'

/** Reads the counts of matching rows over time. */
export const useLogSeries = (filters: LogFilters, isAdmin: boolean, isLive: boolean) =>
  useQuery({
    queryKey: ['logs', 'series', filters, isAdmin],
    queryFn: ({ signal }) => {
      const init = { params: { query: toQuery(filters, isAdmin) }, signal }
      return dataOf(isAdmin ? api.GET('/api/log/series', init) : api.GET('/api/log/self/series', init))
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  })
