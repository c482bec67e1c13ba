import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useSave } from '../../api/use-save.ts'
import { usersKey } from './use-users.ts'

export type UserCreate = components['schemas']['CreateUserRequest']
export type UserUpdate = components['schemas']['UpdateUserRequest']

/** Creates an account with role 1. */
export function useCreateUser() {
  const { t } = useTranslation('users')
  return useSave(
    [usersKey],
    (body: UserCreate) => dataOf(api.POST('/api/user/', { body })),
    (user) => t('created', { name: user.username }),
  )
}

/** Updates the given fields; absent ones stay unchanged. */
export const useUpdateUser = () =>
  useSave([usersKey], (body: UserUpdate) => dataOf(api.PUT('/api/user/', { body })))
