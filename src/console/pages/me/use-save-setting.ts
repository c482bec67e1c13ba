import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { phrase } from '../../i18n/i18n.ts'
import type { Account } from './use-account.ts'

export type SettingUpdate = components['schemas']['UpdateSettingRequest']

/** Updates the given personal settings; the others stay unchanged. */
export function useSaveSetting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingUpdate) => dataOf(api.PUT('/api/user/setting', { body })),
    onSuccess: (setting) => {
      // Updated at once, because the form compares its values with the stored ones before the account is read again.
      queryClient.setQueryData<Account>(['self', 'account'], (account) =>
        account === undefined ? undefined : { ...account, setting: JSON.stringify(setting) },
      )
      toast.success(phrase('me:settings.saved'))
    },
    meta: { isShownInPlace: true },
  })
}
