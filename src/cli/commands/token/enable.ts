import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findToken } from './token-object.ts'

export const tokenEnable = defineCommand({
  path: 'token enable',
  summary: { en: 'Enables an API token', zh: '启用令牌' },
  examples: ['tollgate token enable ci', 'tollgate token enable 7'],
  effect: 'write',
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateToken'],
  output: outcome(['enabled', 'unchanged']),
  run: async ({ token }, context) => {
    const { id, name, status } = await findToken(token, context)
    if (status !== 1)
      await context.api.put('/api/token/', { query: { status_only: true }, body: { id, status: 1 } })
    return { result: status === 1 ? 'unchanged' : 'enabled', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
