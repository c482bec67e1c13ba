import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { Run, Steps } from './dashboard-steps.ts'

/** Consumption by model and step of the span; of everybody, or one's own. */
export const useHourlyStats = ({ runs }: Steps, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'hours', runs, isForAll],
    queryFn: async ({ signal }) => {
      const ask = ({ from, until, step }: Run) => {
        const init = { params: { query: { start_timestamp: from, end_timestamp: until, step } }, signal }
        return dataOf(isForAll ? api.GET('/api/data/', init) : api.GET('/api/data/self', init))
      }
      return (await Promise.all(runs.map(ask))).flat()
    },
    placeholderData: keepPreviousData,
  })
