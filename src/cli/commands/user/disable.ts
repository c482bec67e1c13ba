import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findUser } from './user-object.ts'

export const userDisable = defineCommand({
  path: 'user disable',
  summary: {
    en: 'Bans a user: sign-in, sessions and tokens stop working immediately',
    zh: '封禁用户：登录、会话和令牌立即失效',
  },
  examples: ['tollgate user disable alice --yes', 'tollgate user disable 7 --yes'],
  effect: 'destroy',
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['manageUser'],
  output: outcome(['disabled', 'unchanged'], { id: 'integer', username: 'string' }),
  run: async ({ user }, context) => {
    const { api, confirm, phrase } = context
    const { id, username, status } = await findUser(user, context)
    if (status === 2) return { result: 'unchanged', id, username }
    await confirm(phrase('confirm.disableUser', { name: username, id }))
    await api.post('/api/user/manage', { body: { id, action: 'disable' } })
    return { result: 'disabled', id, username }
  },
  details: { fields: ['result', 'id', 'username'] },
})
