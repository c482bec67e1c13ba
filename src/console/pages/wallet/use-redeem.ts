import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { useMoney } from '../../format.ts'
import { walletKey } from './use-balance.ts'

/**
 * Redeems a code. After a lost response, the same code can be sent again and returns what it credited the first time.
 */
export function useRedeem() {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const queryClient = useQueryClient()
  const repeatName = useRepeatName()
  return useMutation({
    mutationFn: (key: string) => {
      const body = { key }
      return dataOf(api.POST('/api/user/topup', { params: { header: repeatName.of(body) }, body }))
    },
    onSuccess: ({ quota, is_gift: isGift }) => {
      repeatName.forget()
      const amount = money.shown(quota)
      toast.success(isGift ? t('redeem.doneGift', { amount }) : t('redeem.done', { amount }))
      // Not awaited: the form is cleared after this function, and by then the next code may have been typed.
      void queryClient.invalidateQueries({ queryKey: walletKey })
      void queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
