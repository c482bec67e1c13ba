import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findUser } from './user-object.ts'

const administrator = 10

export const userPromote = defineCommand({
  path: 'user promote',
  summary: {
    en: 'Makes a user an administrator (super administrator only)',
    zh: '将用户设为管理员（仅超级管理员）',
  },
  examples: ['tollgate user promote alice', 'tollgate user promote 7 --json'],
  effect: 'write',
  hasDryRun: true,
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['manageUser'],
  output: outcome(['promoted', 'would promote', 'unchanged'], { id: 'integer', username: 'string' }),
  run: async ({ user, dryRun }, context) => {
    const { id, username, role } = await findUser(user, context)
    if (role === administrator) return { result: 'unchanged', id, username }
    if (dryRun) {
      context.say(context.phrase('say.dryRun'))
      return { result: 'would promote', id, username }
    }
    await context.api.post('/api/user/manage', { body: { id, action: 'promote' } })
    return { result: 'promoted', id, username }
  },
  details: { fields: ['result', 'id', 'username'] },
})
