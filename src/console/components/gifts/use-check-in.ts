import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { dollars, useMoney } from '../../format.ts'

const statusKey = ['check-in'] as const
/** Without a minimum, a browser whose clock is ahead would send requests nonstop at midnight. */
const ASK_AGAIN_MS_MIN = 60_000

/** Reads whether today's check-in is due; read again when the next day begins. */
export const useCheckInStatus = (isEnabled: boolean) =>
  useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/check_in_status', { signal })),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined
        ? false
        : Math.max(ASK_AGAIN_MS_MIN, state.data.next_check_in_time * 1000 - Date.now() + 1000),
  })

/** Checks in for today. */
export function useCheckIn() {
  const { t } = useTranslation('gifts')
  const { quotaPerUnit } = useMoney()
  const queryClient = useQueryClient()
  const readAnew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: statusKey }),
      queryClient.invalidateQueries({ queryKey: ['self'] }),
    ])
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/user/check_in')),
    onSuccess: async ({ quota }) => {
      // Rewards are fractions of a cent.
      toast.success(t('checkIn.success', { amount: dollars(quota / quotaPerUnit, 6) }))
      await readAnew()
    },
    onError: async (error) => {
      // Refusals give their reason; all other failures are reported as a failed check-in.
      const isRefused = isProblem(error) && error.status >= 400 && error.status < 500
      if (isRefused) showProblem(error)
      else toast.error(t('checkIn.failed'))
      if (isRefused && error.status !== 401) await readAnew()
    },
    meta: { isShownInPlace: true },
  })
}
