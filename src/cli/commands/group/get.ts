import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fields } from '../../output-schema.ts'
import { findGroup, groupShape, readGroupUse } from './group-object.ts'

export const groupGet = defineCommand({
  path: 'group get',
  summary: { en: 'Shows one price group and counts what uses it', zh: '显示一个价格分组及使用它的对象数量' },
  examples: ['tollgate group get vip', 'tollgate group get vip --json'],
  args: { group: { name: '<group>', help: { en: 'Name', zh: '名称' }, pick: 'group' } },
  exits: [exitCodes.notFound],
  operations: ['listOptionEntries', 'getGroupUse'],
  output: fields({ ...groupShape, users: 'integer', channels: 'integer', tokens: 'integer' }),
  run: async ({ group }, context) => {
    const [found, use] = await Promise.all([findGroup(group, context), readGroupUse(group, context)])
    return { ...found, ...use }
  },
  details: {
    fields: [
      'name',
      'ratio',
      'description',
      { key: 'is_usable', heading: { en: 'open to all users', zh: '所有人可选' } },
      { key: 'users', heading: { en: 'accounts', zh: '用户数' } },
      { key: 'channels', heading: { en: 'channels', zh: '渠道数' } },
      { key: 'tokens', heading: { en: 'API tokens', zh: '令牌数' } },
    ],
  },
})
