import { deletedShape, deleteObjects, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { tokenFinder } from './token-object.ts'

export const tokenDelete = defineCommand({
  path: 'token delete',
  summary: { en: 'Deletes API tokens; their keys stop working immediately', zh: '删除令牌：密钥立即失效' },
  examples: [
    'tollgate token delete ci-old --yes',
    'tollgate token delete ci-old ci-older --if-exists --yes',
    'tollgate token delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { tokens: { name: '<token...>', help: { en: 'Ids or names', zh: '编号或名称' }, pick: 'token' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['deleteToken'],
  output: deletedShape,
  run: ({ tokens: references, ifExists, dryRun }, context) =>
    deleteObjects(
      {
        references,
        ifExists,
        dryRun,
        finder: tokenFinder(context),
        remove: (id) => context.api.delete('/api/token/{id}', { path: { id } }),
        removeTogether: (ids) => context.api.post('/api/token/batch', { body: { ids: [...ids] } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
