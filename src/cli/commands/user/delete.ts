import { deleteObjects, deleteOptions, shortened } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { either, listOf, outcome } from '../../output-schema.ts'
import { liveUserFinder } from './user-object.ts'

const shape = outcome(['deleted', 'would delete', 'absent'], { id: ['integer', 'null'], username: 'string' })

export const userDelete = defineCommand({
  path: 'user delete',
  summary: {
    en: 'Permanently deactivates accounts: sessions and tokens end, the books are kept',
    zh: '永久注销用户：会话和令牌失效，账目保留',
  },
  examples: [
    'tollgate user delete alice --yes',
    'tollgate user delete alice bob --if-exists --yes',
    'tollgate user delete 7 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { users: { name: '<user...>', help: { en: 'Ids or names', zh: '编号或名称' }, pick: 'user' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict, exitCodes.partial],
  operations: ['deleteUser'],
  output: either(shape, listOf(shape)),
  run: async ({ users: references, ifExists, dryRun }, context) => {
    const { api, phrase } = context
    const deleted = await deleteObjects(
      {
        references,
        ifExists,
        dryRun,
        finder: liveUserFinder(context),
        remove: (id) => api.delete('/api/user/{id}', { path: { id } }),
        question: (names) =>
          phrase('confirm.deactivateUser', { count: names.length, names: shortened(names) }),
      },
      context,
    )
    const named = ({ result, id, name: username }: Exclude<typeof deleted, readonly unknown[]>) => ({
      result,
      id,
      username,
    })
    return Array.isArray(deleted) ? deleted.map(named) : named(deleted)
  },
  details: { fields: ['result', 'id', 'username'] },
  quiet: ({ id, username }) => String(id ?? username),
})
