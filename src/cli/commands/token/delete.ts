import { deleteObject, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { tokenFinder } from './token-object.ts'

export const tokenDelete = defineCommand({
  path: 'token delete',
  summary: { en: 'Deletes one of your tokens: its key is refused at once', zh: '删除令牌：密钥立即失效' },
  examples: [
    'tollgate token delete ci-old --yes',
    'tollgate token delete ci-old --if-exists --yes',
    'tollgate token delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['deleteToken'],
  output: outcome(['deleted', 'would delete', 'absent']),
  run: ({ token: reference, ifExists, dryRun }, context) =>
    deleteObject(
      {
        reference,
        ifExists,
        dryRun,
        finder: tokenFinder(context),
        remove: (id) => context.api.delete('/api/token/{id}', { path: { id } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
