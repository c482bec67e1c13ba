import { api, dataOf } from '../../api/client.ts'
import { useOne } from '../../api/use-one.ts'
import { usersKey } from './use-users.ts'

/** Reads one account, again each time a form opens; undefined ID = nothing to read. */
export const useUser = (id: number | undefined) =>
  useOne(usersKey, id, (one, signal) =>
    dataOf(api.GET('/api/user/{id}', { params: { path: { id: one } }, signal })),
  )
