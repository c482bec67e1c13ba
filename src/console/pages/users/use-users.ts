import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components, paths } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'

/** An account with its balance, as administrators see it. */
export type User = components['schemas']['User']

export interface UserFilters {
  /** The ID, or a part of the username, display name or email address. */
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
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Reads one page of accounts, newest first, including deactivated ones. @throws ApiProblem */
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
/** Key of the lists only; their rows are updated in place after an action. */
export const userListsKey = [...usersKey, 'list'] as const

export function useUsers(page: UserPage) {
  return useQuery({
    queryKey: [...userListsKey, page],
    queryFn: ({ signal }) => readUsers(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every account that matches the filters, in as many calls as needed. */
export const readAllUsers = (filters: UserFilters): Promise<readonly User[]> =>
  readAllPages((page) => readUsers({ filters, ...page }))
