import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fields } from '../../output-schema.ts'
import { countMembers, findGroup, groupShape } from './group-object.ts'

export const groupGet = defineCommand({
  path: 'group get',
  summary: { en: 'Shows one price group and its member counts', zh: '显示一个价格分组及其成员数量' },
  examples: ['tollgate group get vip', 'tollgate group get vip --json'],
  args: { group: { name: '<group>', help: { en: 'Name', zh: '名称' }, pick: 'group' } },
  exits: [exitCodes.notFound],
  operations: ['listOptionEntries'],
  output: fields({ ...groupShape, users: 'integer', channels: 'integer' }),
  run: async ({ group }, context) => {
    const [found, members] = await Promise.all([findGroup(group, context), countMembers(group, context)])
    return { ...found, ...members }
  },
  details: {
    fields: [
      'name',
      'ratio',
      'description',
      { key: 'is_usable', heading: { en: 'open to all users', zh: '所有人可选' } },
      { key: 'users', heading: { en: 'accounts', zh: '用户数' } },
      { key: 'channels', heading: { en: 'channels', zh: '渠道数' } },
    ],
  },
})
