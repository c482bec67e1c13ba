import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findCode } from './code-object.ts'

export const codeDisable = defineCommand({
  path: 'code disable',
  summary: { en: 'Disables an unused redemption code', zh: '禁用未使用的兑换码' },
  examples: ['tollgate code disable welcome', 'tollgate code disable 3'],
  effect: 'write',
  args: { code: { name: '<code>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'code' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateRedemption'],
  output: outcome(['disabled', 'unchanged']),
  run: async ({ code }, context) => {
    const { id, name, status } = await findCode(code, context)
    if (status !== 2)
      await context.api.put('/api/redemption/', { query: { status_only: true }, body: { id, status: 2 } })
    return { result: status === 2 ? 'unchanged' : 'disabled', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
