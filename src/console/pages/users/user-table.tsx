import { useTranslation } from 'react-i18next'
import { useGroupNames } from '../../api/use-group-names.ts'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { type Address, useAddress } from '../../state/address.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { ROLE } from '../../state/session.ts'
import { type ManageAction, useManageUser, useRemoveFactors } from './use-manage-user.ts'
import { readAllUsers, type User, type UserFilters, useUsers } from './use-users.ts'
import { roleName } from './user-badges.tsx'
import { useUserColumns } from './user-columns.tsx'

const ROLES = [ROLE.user, ROLE.admin, ROLE.root] as const
const STATES = ['enabled', 'banned', 'deactivated'] as const

const NO_FILTERS = {
  keyword: undefined,
  group: undefined,
  role: undefined,
  status: undefined,
  p: undefined,
}

/** Reads the filters from the address. Unknown roles and statuses are ignored. */
const readFilters = (address: Address): UserFilters => ({
  keyword: address.get('keyword'),
  group: address.get('group'),
  role: ROLES.find((role) => String(role) === address.get('role')),
  status: STATES.find((state) => state === address.get('status')),
})

/** The list with its search and all actions on accounts. */
export function UserTable({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['users', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const filters = readFilters(address)
  const users = useUsers({ filters, page: paging.page, pageSize: paging.pageSize })
  const groups = useGroupNames().data ?? []
  const [ask, confirmDialog] = useConfirm()
  const manage = useManageUser()
  const removeFactors = useRemoveFactors()

  const act = async (user: User, action: ManageAction) => {
    if (manage.isPending) return
    if (action === 'delete') {
      const isSure = await ask({
        title: t('deactivate.title', { name: user.username }),
        text: t('deactivate.text'),
        action: t('action.delete'),
        isDanger: true,
      })
      if (!isSure) return
    }
    manage.mutate({ user, action })
  }
  const askRemoveFactors = async (user: User) => {
    const isSure = await ask({
      title: t('removeFactors.title', { name: user.username }),
      text: t('removeFactors.text'),
      action: t('removeFactors.action'),
      isDanger: true,
    })
    if (isSure) removeFactors.mutate(user)
  }
  const open = (user: User) => {
    if (user.DeletedAt === null) drawer.open(String(user.id))
  }
  const columns = useUserColumns({
    open,
    manage: (user, action) => void act(user, action),
    removeFactors: (user) => void askRemoveFactors(user),
  })

  // A group that has been removed is still shown, so that the filter can be read and cleared.
  const known = filters.group === '' || groups.includes(filters.group) ? groups : [filters.group, ...groups]
  return (
    <>
      <ListTable
        list={users}
        paging={paging}
        label={t('title')}
        storageKey="users-table-columns"
        columns={columns}
        rows={users.data?.items}
        keyOf={(user) => user.id}
        nameOf={(user) => user.username}
        isOff={(user) => user.DeletedAt !== null || user.status !== 1}
        onOpen={open}
        csv={{ fileName: 'users', load: () => readAllUsers(filters) }}
        filters={{
          content: (
            <>
              <SearchInput
                label={t('search')}
                className="w-72 grow sm:max-w-80"
                value={filters.keyword}
                onChange={(keyword) => address.set({ keyword, p: undefined }, { isTyped: true })}
              />
              <Select
                label={t('group')}
                width="w-40 max-sm:w-full"
                value={filters.group}
                options={[
                  { value: '', label: t('allGroups') },
                  ...known.map((name) => ({ value: name, label: name })),
                ]}
                onChange={(group) => address.set({ group, p: undefined })}
              />
              <Select
                label={t('column.role')}
                width="w-40 max-sm:w-full"
                value={filters.role ?? 0}
                options={[
                  { value: 0, label: t('allRoles') },
                  ...ROLES.map((role) => ({ value: role, label: t(`role.${roleName(role)}`) })),
                ]}
                onChange={(role) => address.set({ role: role || undefined, p: undefined })}
              />
              <Select
                label={t('column.status')}
                width="w-40 max-sm:w-full"
                value={filters.status ?? ''}
                options={[
                  { value: '', label: t('allStatuses') },
                  ...STATES.map((state) => ({ value: state, label: t(`status.${state}`) })),
                ]}
                onChange={(status) => address.set({ status, p: undefined })}
              />
            </>
          ),
          count: inForce(
            filters.keyword !== '',
            filters.group !== '',
            filters.role !== undefined,
            filters.status !== undefined,
          ),
        }}
        empty={
          <EmptyState
            text={t('empty.filtered')}
            action={<Button onClick={() => address.set(NO_FILTERS)}>{t('empty.clear')}</Button>}
            command="tollgate user list"
          />
        }
      />
      {confirmDialog}
    </>
  )
}
