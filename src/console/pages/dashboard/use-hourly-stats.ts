import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { inWholeHours, type Steps, type WholeHours } from './dashboard-steps.ts'

/** Reads usage by model and step of the period, of all users or the user's own. */
export const useHourlyStats = ({ runs }: Steps, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'hours', runs, isForAll],
    queryFn: async ({ signal }) => {
      const ask = async ({ from, until, step, late }: WholeHours) => {
        const init = { params: { query: { start_timestamp: from, end_timestamp: until, step } }, signal }
        const found = await dataOf(isForAll ? api.GET('/api/data/', init) : api.GET('/api/data/self', init))
        return found.map((each) => ({ ...each, created_at: each.created_at + late }))
      }
      return (await Promise.all(inWholeHours(runs).map(ask))).flat()
    },
    placeholderData: keepPreviousData,
  })
