import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { findUser, roleName, userStatus } from './user-object.ts'

export const userGet = defineCommand({
  path: 'user get',
  summary: { en: 'Shows one user', zh: '显示一个用户' },
  examples: ['tollgate user get alice', 'tollgate user get 7 --json'],
  showsMoney: true,
  args: { user: { name: '<user>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'user' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['searchUsers'],
  output: { $ref: 'User' },
  run: ({ user }, context) => findUser(user, context),
  details: {
    fields: [
      'id',
      'username',
      'display_name',
      'email',
      'group',
      { key: 'role', value: ({ role }, { phrase }) => roleName(role, phrase) },
      { key: 'status', value: (row, { phrase }) => userStatus(row, phrase) },
      {
        key: 'quota',
        heading: { en: 'balance', zh: '余额' },
        align: 'right',
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
      { key: 'used_quota', value: ({ used_quota_exact: used }, { money }) => money.both(used) },
      'request_count',
      { key: 'created_time', value: ({ created_time: created }, { time }) => time(created) },
    ],
  },
})
