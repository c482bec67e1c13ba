import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import type { Run, Steps } from './dashboard-steps.ts'

export type Overview = components['schemas']['UsageOverview']

/** Reads the usage of a period together with the period before, of all users or the user's own. */
export const useOverview = ({ from, until, runs }: Steps, isForAll: boolean) =>
  useQuery({
    queryKey: ['dashboard', 'overview', from, until, runs, isForAll],
    queryFn: async ({ signal }): Promise<Overview> => {
      const ask = async (run: Run): Promise<Overview> => {
        const query = { start_timestamp: run.from, end_timestamp: run.until, step: run.step }
        const init = { params: { query }, signal }
        const found = await dataOf(
          isForAll ? api.GET('/api/data/overview', init) : api.GET('/api/data/self/overview', init),
        )
        // The server starts at a whole hour. If midnight is not at one, its steps are shifted to those of the reader.
        const late = run.from - found.from
        return { ...found, buckets: found.buckets.map((each) => ({ ...each, at: each.at + late })) }
      }
      const [first] = runs
      if (!first || runs.length === 1) return ask({ from, until, step: first?.step ?? until - from })
      const [whole, ...parts] = await Promise.all([{ ...first, until }, ...runs].map(ask))
      return { ...(whole as Overview), buckets: parts.flatMap((part) => part.buckets) }
    },
    placeholderData: keepPreviousData,
  })
