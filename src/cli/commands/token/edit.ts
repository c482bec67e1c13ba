import { editedShape, editObject } from '../../client/edit-object.ts'
import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { readTokenFields, tokenFieldOptions } from './token-fields.ts'
import { tokenFinder } from './token-object.ts'

export const tokenEdit = defineCommand({
  path: 'token edit',
  summary: { en: 'Updates an API token; omitted fields are unchanged', zh: '修改令牌，未给出的内容保持不变' },
  examples: [
    'tollgate token edit ci --quota 10usd',
    'tollgate token edit ci --name ci-main --models gpt-4o,gpt-4o-mini --expires never',
    'tollgate token edit ci --rate-limit off --dry-run',
  ],
  effect: 'write',
  hasDryRun: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  options: { name: { flag: '--name <name>', help: { en: 'New name', zh: '新名称' } }, ...tokenFieldOptions },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateToken'],
  output: editedShape,
  run: async ({ token: reference, name, dryRun, ...values }, context) =>
    editObject(
      {
        reference,
        wanted: { ...given({ name }), ...(await readTokenFields(values, context)) },
        newName: name,
        dryRun,
        finder: tokenFinder(context),
        write: ({ id, remain_quota: base }, changes) =>
          // With the base, the server applies only the difference, so that quota spent in the meantime stays spent.
          context.api.put('/api/token/', { body: { id, ...changes, remain_quota_base: base } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name', 'changed'] },
})
