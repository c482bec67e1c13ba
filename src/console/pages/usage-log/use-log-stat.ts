import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { type LogFilters, toQuery } from './log-filters.ts'
import { LIVE_MS } from './use-logs.ts'

/** Reads the totals of matching rows. */
export const useLogStat = (filters: LogFilters, isAdmin: boolean, isLive: boolean) =>
  useQuery({
    queryKey: ['logs', 'stat', filters, isAdmin],
    queryFn: ({ signal }) => {
      const init = { params: { query: toQuery(filters, isAdmin) }, signal }
      return dataOf(isAdmin ? api.GET('/api/log/stat', init) : api.GET('/api/log/self/stat', init))
    },
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MS : false,
  })
