import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { ownAccount } from '../../api/own-account.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { useMoney } from '../../format.ts'

/** Reads the user's own account, which contains their earnings from invitations. */
export const useEarnings = (isEnabled: boolean) => useQuery({ ...ownAccount, enabled: isEnabled })

/** Reads the user's own invite code; it never changes. */
export const useInviteCode = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['invite-code'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/aff', { signal })),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Transfers earnings to the balance. Happens only once, even if the form is sent again after a lost response. */
export function useTransferEarnings() {
  const { t } = useTranslation('gifts')
  const money = useMoney()
  const queryClient = useQueryClient()
  const repeatName = useRepeatName()
  return useMutation({
    mutationFn: (quota: number) => {
      const body = { quota }
      return dataOf(api.POST('/api/user/aff_transfer', { params: { header: repeatName.of(body) }, body }))
    },
    onSuccess: async (_, quota) => {
      repeatName.forget()
      toast.success(t('transfer.success', { amount: money.shown(quota) }))
      await queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
