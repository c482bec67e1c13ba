import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../openapi/types.gen.ts'
import { api, dataOf } from './client.ts'

export type Account = components['schemas']['User']

/** As long as a page takes to open: all of its parts show one answer. */
const OPENING_MS = 2000

/**
 * The user's own account with its money, read again each time a page that shows it opens. It has no signal: a part that
 * goes away must not take the answer from the others.
 */
export const ownAccount = queryOptions({
  queryKey: ['self', 'account'],
  queryFn: () => dataOf(api.GET('/api/user/self')),
  staleTime: OPENING_MS,
  gcTime: OPENING_MS,
})
