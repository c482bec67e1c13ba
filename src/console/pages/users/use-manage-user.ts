import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { sayDone } from '../../api/say-done.ts'
import { type User, userListsKey } from './use-users.ts'

export type ManageAction = components['schemas']['ManageUserRequest']['action']

/** Removes the second factors of an account, and ends its sessions. */
export function useRemoveFactors() {
  const { t } = useTranslation('users')
  return useMutation({
    mutationFn: (user: User) =>
      answerOf(api.DELETE('/api/user/{id}/second_factor', { params: { path: { id: user.id } } })),
    onSuccess: (_answer, { username }) => sayDone({ text: t('removeFactors.done', { name: username }) }),
  })
}

interface Management {
  readonly user: User
  readonly action: ManageAction
}

const manage = (id: number, action: ManageAction) =>
  dataOf(api.POST('/api/user/manage', { body: { id, action } }))

/** Actions that undo each other; a deactivated account cannot be restored. */
const opposites: Readonly<Partial<Record<ManageAction, ManageAction>>> = {
  promote: 'demote',
  demote: 'promote',
  disable: 'enable',
  enable: 'disable',
}

/**
 * Promotes, demotes, disables, enables or deactivates an account. The row is updated from the response; the list is not
 * read again.
 */
export function useManageUser() {
  const { t } = useTranslation(['users', 'common'])
  const queryClient = useQueryClient()
  const show = (id: number, action: ManageAction, { role, status }: Pick<User, 'role' | 'status'>) => {
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
  }
  return useMutation({
    mutationFn: ({ user: { id }, action }: Management) => manage(id, action),
    onSuccess: ({ role, status }, { user: { id, username }, action }) => {
      show(id, action, { role, status })
      const opposite = opposites[action]
      sayDone({
        text: t(`told.${action}`, { name: username }),
        detail: t('common:done'),
        undo:
          opposite &&
          (async () => {
            show(id, opposite, await manage(id, opposite))
            return true
          }),
      })
    },
  })
}
