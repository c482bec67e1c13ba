import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

const key = ['dashboard', 'audit'] as const

/** What the last audit found; null when none ran since the daemon started. */
export const useLastAudit = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataOf(api.GET('/api/audit/last', { signal })),
  })

/** Reads all entries again. */
export function useRunAudit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataOf(api.GET('/api/audit/')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
