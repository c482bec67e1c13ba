import { deletedShape, deleteObjects, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { codeFinder } from './code-object.ts'

export const codeDelete = defineCommand({
  path: 'code delete',
  summary: { en: 'Deletes redemption codes', zh: '删除兑换码' },
  examples: [
    'tollgate code delete welcome --yes',
    'tollgate code delete 3 4 --if-exists --yes',
    'tollgate code delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { codes: { name: '<code...>', help: { en: 'Ids or names', zh: '编号或名称' }, pick: 'code' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict, exitCodes.partial],
  operations: ['deleteRedemption'],
  output: deletedShape,
  run: ({ codes: references, ifExists, dryRun }, context) =>
    deleteObjects(
      {
        references,
        ifExists,
        dryRun,
        finder: codeFinder(context),
        remove: (id) => context.api.delete('/api/redemption/{id}', { path: { id } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
