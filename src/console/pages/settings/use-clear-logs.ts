import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'

/**
 * Deletes log rows older than a time in unix seconds. Balances and the ledger are not affected.
 * @returns number of deleted rows
 */
export function useClearLogs() {
  return useMutation({
    mutationFn: (target: number) =>
      dataOf(api.DELETE('/api/log/', { params: { query: { target_timestamp: target } } })),
    onSuccess: (count) => toast.success(phrase('settings:cleanup.done', { count })),
    onError: () => toast.error(phrase('settings:cleanup.failed')),
    meta: { isShownInPlace: true },
  })
}
