import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components, paths } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'

/** An account with its money, as administrators see it. */
export type User = components['schemas']['User']

export interface UserFilters {
  /** The id, or a part of username, display name or e-mail address. */
  readonly keyword: string
  /** Exact name of a price group; empty = any. */
  readonly group: string
  readonly role: User['role'] | undefined
  readonly status: UserState | undefined
}

/** Which account statuses the list shows. */
export type UserState = NonNullable<
  NonNullable<paths['/api/user/search']['get']['parameters']['query']>['status']
>

export interface UserPage {
  readonly filters: UserFilters
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** One page of accounts, newest first, deactivated ones too. @throws ApiProblem */
const readUsers = ({ filters, page, pageSize }: UserPage, signal?: AbortSignal) => {
  const paging = { p: page, page_size: pageSize }
  const call = signal === undefined ? {} : { signal }
  const { keyword, group, role, status } = filters
  const chosen = { ...(role && { role }), ...(status && { status }), ...paging }
  return keyword === '' && group === ''
    ? dataOf(api.GET('/api/user/', { params: { query: chosen }, ...call }))
    : dataOf(api.GET('/api/user/search', { params: { query: { keyword, group, ...chosen } }, ...call }))
}

export const usersKey = ['users'] as const
/** Lists alone; their rows are changed in place after an action. */
export const userListsKey = [...usersKey, 'list'] as const

export function useUsers(page: UserPage) {
  return useQuery({
    queryKey: [...userListsKey, page],
    queryFn: ({ signal }) => readUsers(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Every account of the filtered set, in as many calls as it takes. */
export const readAllUsers = (filters: UserFilters): Promise<readonly User[]> =>
  readAllPages((page) => readUsers({ filters, ...page }))
