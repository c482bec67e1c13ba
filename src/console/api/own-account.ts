import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../openapi/types.gen.ts'
import { api, dataOf } from './client.ts'

export type Account = components['schemas']['User']

/** A page opens within this time, and all of its parts show the same response. */
const OPENING_MS = 2000

/**
 * Reads the user's own account with its balance, again each time a page that shows it opens. Takes no signal, because a
 * component that unmounts must not cancel the request for the others.
 */
export const ownAccount = queryOptions({
  queryKey: ['self', 'account'],
  queryFn: () => dataOf(api.GET('/api/user/self')),
  staleTime: OPENING_MS,
  gcTime: OPENING_MS,
})
