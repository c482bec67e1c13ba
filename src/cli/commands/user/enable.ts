import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findUser } from './user-object.ts'

export const userEnable = defineCommand({
  path: 'user enable',
  summary: { en: 'Enables a user', zh: '启用用户' },
  examples: ['tollgate user enable alice', 'tollgate user enable 7'],
  effect: 'write',
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['manageUser'],
  output: outcome(['enabled', 'unchanged'], { id: 'integer', username: 'string' }),
  run: async ({ user }, context) => {
    const { id, username, status } = await findUser(user, context)
    if (status !== 1) await context.api.post('/api/user/manage', { body: { id, action: 'enable' } })
    return { result: status === 1 ? 'unchanged' : 'enabled', id, username }
  },
  details: { fields: ['result', 'id', 'username'] },
})
