import { deleteObject, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { codeFinder } from './code-object.ts'

export const codeDelete = defineCommand({
  path: 'code delete',
  summary: { en: 'Deletes a redemption code', zh: '删除兑换码' },
  examples: [
    'tollgate code delete welcome --yes',
    'tollgate code delete welcome --if-exists --yes',
    'tollgate code delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { code: { name: '<code>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'code' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['deleteRedemption'],
  output: outcome(['deleted', 'would delete', 'absent']),
  run: ({ code: reference, ifExists, dryRun }, context) =>
    deleteObject(
      {
        reference,
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
