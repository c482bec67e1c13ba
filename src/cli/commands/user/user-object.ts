import type { DataOf } from '../../client/contract-types.ts'
import { absentProblem, type Finder, findObject } from '../../client/find-object.ts'
import type { CommandContext } from '../../define-command.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type User = DataOf<'/api/user/{id}', 'get'>
type Source = Pick<CommandContext, 'api' | 'phrase'>

export const userFinder = ({ api, phrase }: Source): Finder<User> => ({
  kind: 'user',
  phrase,
  byId: (id) => api.get('/api/user/{id}', { path: { id }, isLookup: true }),
  search: (keyword) => api.list('/api/user/search', { keyword }, { limit: undefined, isLookup: true }),
  nameOf: ({ username }) => username,
})

/** Finds only accounts that are not deactivated, because only those can be deleted. */
export const liveUserFinder = (source: Source): Finder<User> => {
  const all = userFinder(source)
  return {
    ...all,
    async byId(id) {
      const user = await all.byId(id)
      if (user.DeletedAt !== null) throw absentProblem('user', String(id), source.phrase)
      return user
    },
    search: async (name) => (await all.search(name)).filter(({ DeletedAt: deletedAt }) => deletedAt === null),
  }
}

/** Finds a user by ID or name. @throws CliError 5 when there is none */
export const findUser = (reference: string, source: Source): Promise<User> =>
  findObject(reference, userFinder(source))

export function roleName(role: number, phrase: Phrase): string {
  if (role === 1) return phrase('role.user')
  if (role === 10) return phrase('role.admin')
  return role === 100 ? phrase('role.root') : phrase('role.unknown', { role })
}

export function userStatus(
  { status, DeletedAt: deletedAt }: Pick<User, 'status' | 'DeletedAt'>,
  phrase: Phrase,
): string {
  if (deletedAt !== null) return phrase('status.deactivated')
  if (status === 1) return phrase('status.enabled')
  return status === 2 ? phrase('status.banned') : phrase('status.unknown', { status })
}
