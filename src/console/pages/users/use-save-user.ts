import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { usersKey } from './use-users.ts'

export type UserCreate = components['schemas']['CreateUserRequest']
export type UserUpdate = components['schemas']['UpdateUserRequest']

/** Makes an account of role 1. */
export function useCreateUser() {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: UserCreate) => dataOf(api.POST('/api/user/', { body })),
    onSuccess: (user) => {
      toast.success(t('created', { name: user.username }))
      return queryClient.invalidateQueries({ queryKey: usersKey })
    },
    meta: { isShownInPlace: true },
  })
}

/** Writes the fields that are given; absent ones stay. */
export function useUpdateUser() {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: UserUpdate) => dataOf(api.PUT('/api/user/', { body })),
    onSuccess: () => {
      toast.success(t('saved'))
      return queryClient.invalidateQueries({ queryKey: usersKey })
    },
    meta: { isShownInPlace: true },
  })
}
