import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { messagesKey } from './use-messages.ts'

export type Account = components['schemas']['User']

export const ACCOUNTS_PAGE_SIZE = 20
/** Maximum number of recipients of a message. */
export const RECIPIENTS_MAX = 10_000

const readAccounts = (keyword: string, page: number, pageSize: number, signal?: AbortSignal) => {
  const paging = { p: page, page_size: pageSize }
  const call = signal === undefined ? {} : { signal }
  return keyword === ''
    ? dataOf(api.GET('/api/user/', { params: { query: paging }, ...call }))
    : dataOf(api.GET('/api/user/search', { params: { query: { keyword, ...paging } }, ...call }))
}

/** Reads one page of the accounts that a message can be sent to. @param page from 1 */
export function useAccounts(keyword: string, page: number) {
  return useQuery({
    queryKey: [...messagesKey, 'accounts', keyword, page],
    queryFn: ({ signal }) => readAccounts(keyword, page, ACCOUNTS_PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
  })
}

/** Returns whether messages can be sent to an account. Deactivation is permanent, so deactivated ones are excluded. */
export const isReachable = (account: Account): boolean => account.DeletedAt === null

/**
 * Reads the IDs of all matching accounts that a message can be sent to, at most as many as a message may have.
 * @throws ApiProblem
 */
export async function readReachableIds(keyword: string): Promise<readonly number[]> {
  const ids: number[] = []
  for (let page = 1, seen = 0; ; page += 1) {
    const { items, total } = await readAccounts(keyword, page, 100)
    seen += items.length
    ids.push(...items.filter(isReachable).map(({ id }) => id))
    if (items.length === 0 || seen >= total || ids.length >= RECIPIENTS_MAX)
      return ids.slice(0, RECIPIENTS_MAX)
  }
}
