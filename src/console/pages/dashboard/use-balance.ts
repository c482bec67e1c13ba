import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

const WEEK = 7 * 86_400

/** Reads the balance in quota units, and the average cost per day of the last week. */
export function useBalance() {
  return useQuery({
    queryKey: ['dashboard', 'balance'],
    queryFn: async ({ signal }) => {
      const until = Math.floor(Date.now() / 1000)
      const query = { start_timestamp: until - WEEK, end_timestamp: until, step: WEEK }
      const [self, week] = await Promise.all([
        dataOf(api.GET('/api/user/self', { signal })),
        dataOf(api.GET('/api/data/self/overview', { params: { query }, signal })),
      ])
      return { balance: Number(self.quota_exact), perDay: Number(week.total.quota_exact) / 7 }
    },
    refetchInterval: 60_000,
  })
}
