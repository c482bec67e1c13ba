import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../openapi/types.gen.ts'
import { api, dataOf } from './client.ts'

export type Account = components['schemas']['User']

/** A page opens within this time, and all of its parts show the same answer. */
const OPENING_MS = 2000

/**
 * The user's own account with its money, read again each time a page that shows it opens. It takes no signal, because a
 * part that closes must not cancel the request for the others.
 */
export const ownAccount = queryOptions({
  queryKey: ['self', 'account'],
  queryFn: () => dataOf(api.GET('/api/user/self')),
  staleTime: OPENING_MS,
  gcTime: OPENING_MS,
})
