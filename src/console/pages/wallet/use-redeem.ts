import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useMoney } from '../../format.ts'
import { walletKey } from './use-balance.ts'

/** Credits the user's account with what a code is worth. */
export function useRedeem() {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => dataOf(api.POST('/api/user/topup', { body: { key } })),
    onSuccess: ({ quota, is_gift: isGift }) => {
      const amount = money.shown(quota)
      toast.success(isGift ? t('redeem.doneGift', { amount }) : t('redeem.done', { amount }))
      // We do not wait for these: the form is cleared after this function, and by then the next code may be typed.
      void queryClient.invalidateQueries({ queryKey: walletKey })
      void queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
