import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { answerOf, api, dataOf } from '../../../api/client.ts'
import { secondFactorKey } from '../../../api/use-second-factor.ts'
import { phrase } from '../../../i18n/i18n.ts'

/** Creates a secret for an authenticator app; it takes effect once its first code is confirmed. */
export const useBeginTotp = () => useMutation({ mutationFn: () => dataOf(api.POST('/api/user/totp')) })

/** Confirms the first code. @returns the recovery codes, which are only shown once */
export function useConfirmTotp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) =>
      (await dataOf(api.POST('/api/user/totp/confirm', { body: { code } }))).recovery_codes,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorKey }),
    meta: { isShownInPlace: true },
  })
}

/** Removes the authenticator app. */
export function useRemoveTotp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/user/totp')),
    onSuccess: () => {
      toast.success(phrase('secondFactor:app.removed'))
      return queryClient.invalidateQueries({ queryKey: secondFactorKey })
    },
  })
}

/** Creates new recovery codes and invalidates the old ones. @returns the codes, which are only shown once */
export function useNewRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await dataOf(api.POST('/api/user/recovery_codes'))).recovery_codes,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorKey }),
  })
}
