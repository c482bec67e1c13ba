import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { session } from '../../state/session.ts'

export type SelfUpdate = components['schemas']['UpdateSelfRequest']
type Self = components['schemas']['User']

const selfKey = ['self', 'form'] as const

/** Reads the user's own account, again each time the form opens. */
export const useSelf = () =>
  useQuery({
    queryKey: selfKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/self', { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Saves the user's names and password; the shell shows the new name at once. */
export function useUpdateSelf() {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SelfUpdate) => dataOf(api.PUT('/api/user/self', { body })),
    onSuccess: (user) => {
      session.begin(user)
      queryClient.setQueryData<Self>(selfKey, (before) => before && { ...before, ...user })
      toast.success(t('saved', { name: user.username }))
      void queryClient.invalidateQueries({ queryKey: ['self'] })
    },
    meta: { isShownInPlace: true },
  })
}
