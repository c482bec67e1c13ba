import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { api, dataOf } from '../../api/client.ts'
import { usersKey } from './use-users.ts'

interface Credit {
  readonly id: number
  readonly username: string
  /** Quota units as decimal text; a negative amount is deducted. */
  readonly delta: string
  readonly note: string
  /** Idempotency key: sending the booking again has no further effect. */
  readonly key: string
}

/** Adds quota to an account or deducts it, as one entry of the ledger. */
export function useCreditUser() {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, delta, note, key }: Credit) =>
      dataOf(
        api.POST('/api/user/credit', {
          params: { header: { 'Idempotency-Key': key } },
          body: { id, delta, ...(note === '' ? {} : { note }) },
        }),
      ),
    onSuccess: (_booked, { username }) => {
      toast.success(t('quota.booked', { name: username }))
      return queryClient.invalidateQueries({ queryKey: usersKey, refetchType: 'none' })
    },
    meta: { isShownInPlace: true },
  })
}
