import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findUser } from './user-object.ts'

const ordinaryUser = 1

export const userDemote = defineCommand({
  path: 'user demote',
  summary: {
    en: 'Removes the administrator role from a user (super administrator only)',
    zh: '取消用户的管理员权限（仅超级管理员）',
  },
  examples: ['tollgate user demote alice --yes', 'tollgate user demote 7 --yes --json'],
  effect: 'destroy',
  hasDryRun: true,
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['manageUser'],
  output: outcome(['demoted', 'would demote', 'unchanged'], { id: 'integer', username: 'string' }),
  run: async ({ user, dryRun }, context) => {
    const { id, username, role } = await findUser(user, context)
    if (role === ordinaryUser) return { result: 'unchanged', id, username }
    await context.confirm(context.phrase('confirm.demote', { name: username, id }))
    if (dryRun) {
      context.say(context.phrase('say.dryRun'))
      return { result: 'would demote', id, username }
    }
    await context.api.post('/api/user/manage', { body: { id, action: 'demote' } })
    return { result: 'demoted', id, username }
  },
  details: { fields: ['result', 'id', 'username'] },
})
