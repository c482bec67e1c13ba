import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { type User, userListsKey } from './use-users.ts'

export type ManageAction = components['schemas']['ManageUserRequest']['action']

/** Removes the second factors of an account, and ends its sessions. */
export function useRemoveFactors() {
  const { t } = useTranslation('users')
  return useMutation({
    mutationFn: (user: User) =>
      answerOf(api.DELETE('/api/user/{id}/second_factor', { params: { path: { id: user.id } } })),
    onSuccess: () => void toast.success(t('removeFactors.done')),
  })
}

/** Promotes, demotes, disables, enables or deactivates an account. The row takes the answer; no list is read anew. */
export function useManageUser() {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly id: number; readonly action: ManageAction }) =>
      dataOf(api.POST('/api/user/manage', { body })),
    onSuccess: ({ role, status }, { id, action }) => {
      const changed = (user: User): User => ({
        ...user,
        role,
        status,
        DeletedAt: action === 'delete' ? new Date().toISOString() : user.DeletedAt,
      })
      queryClient.setQueriesData<{ items: User[] }>({ queryKey: userListsKey }, (page) =>
        page === undefined
          ? page
          : { ...page, items: page.items.map((user) => (user.id === id ? changed(user) : user)) },
      )
      toast.success(t('done'))
    },
  })
}
