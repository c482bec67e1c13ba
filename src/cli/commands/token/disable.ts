import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findToken } from './token-object.ts'

export const tokenDisable = defineCommand({
  path: 'token disable',
  summary: { en: 'Disables an API token; its key stops working immediately', zh: '禁用令牌：密钥立即失效' },
  examples: ['tollgate token disable ci', 'tollgate token disable 7'],
  effect: 'write',
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateToken'],
  output: outcome(['disabled', 'unchanged']),
  run: async ({ token }, context) => {
    const { id, name, status } = await findToken(token, context)
    if (status !== 2)
      await context.api.put('/api/token/', { query: { status_only: true }, body: { id, status: 2 } })
    return { result: status === 2 ? 'unchanged' : 'disabled', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
