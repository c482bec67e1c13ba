import { editedShape, editObject } from '../../client/edit-object.ts'
import { given } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { amountOf, toQuota } from '../../input/parsers.ts'
import { codeFinder } from './code-object.ts'
import { periodOptions, readPeriod } from './code-period.ts'

export const codeEdit = defineCommand({
  path: 'code edit',
  summary: {
    en: 'Updates an unused redemption code; omitted fields are unchanged',
    zh: '修改未使用的兑换码，未给出的内容保持不变',
  },
  examples: [
    'tollgate code edit welcome --quota 2usd',
    'tollgate code edit 3 --name spring --valid-until 30d',
    'tollgate code edit 3 --valid-until never --dry-run',
  ],
  effect: 'write',
  hasDryRun: true,
  args: { code: { name: '<code>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'code' } },
  options: {
    name: {
      flag: '--name <name>',
      help: { en: 'New name, 1 to 20 characters', zh: '新名称，1 到 20 个字符' },
    },
    quota: {
      flag: '--quota <amount>',
      help: { en: 'Quota it credits: 5usd or 250000 (quota units)', zh: '额度：5usd 或 250000（额度单位）' },
      parse: amountOf('--quota'),
    },
    ...periodOptions,
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateRedemption'],
  output: editedShape,
  run: async ({ code: reference, name, quota, dryRun, ...values }, context) => {
    const wanted = {
      ...given({ name, quota: quota === undefined ? undefined : await toQuota('--quota', quota, context) }),
      ...readPeriod(values),
    }
    const edited = await editObject(
      {
        reference,
        wanted,
        // Codes may share a name, so any name is allowed.
        newName: undefined,
        dryRun,
        finder: codeFinder(context),
        write: ({ id }, changes) => context.api.put('/api/redemption/', { body: { id, ...changes } }),
      },
      context,
    )
    return { ...edited, name: name ?? edited.name }
  },
  details: { fields: ['result', 'id', 'name', 'changed'] },
})
