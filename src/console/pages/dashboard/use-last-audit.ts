import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'

const key = ['dashboard', 'audit'] as const

/** Reads the result of the last audit; null if none ran since the daemon started. */
export const useLastAudit = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataOf(api.GET('/api/audit/last', { signal })),
  })

/** Runs an audit, which reads all entries again. */
export function useRunAudit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataOf(api.GET('/api/audit/')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
