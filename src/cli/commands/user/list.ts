import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { roleName, userStatus } from './user-object.ts'

const ROLES = new Map([
  ['user', 1],
  ['admin', 10],
  ['root', 100],
] as const)
const STATUSES = ['enabled', 'banned', 'deactivated'] as const

export const userList = defineCommand({
  path: 'user list',
  summary: { en: 'Lists users, newest first', zh: '列出用户（最新在前）' },
  examples: [
    'tollgate user list',
    'tollgate user list --group vip -q',
    'tollgate user list --role admin --status enabled',
  ],
  isList: true,
  showsMoney: true,
  options: {
    search: {
      flag: '--search <text>',
      help: { en: 'Id, or part of the name or email', zh: '编号，或名称、邮箱的一部分' },
    },
    group: { flag: '--group <group>', help: { en: 'Only this group', zh: '只显示此分组' } },
    role: {
      flag: '--role <role>',
      help: { en: 'Only this role', zh: '只显示此身份' },
      choices: [...ROLES.keys()],
    },
    status: {
      flag: '--status <status>',
      help: { en: 'Only this status', zh: '只显示此状态' },
      choices: STATUSES,
    },
  },
  operations: ['searchUsers'],
  output: listOf({ $ref: 'User' }),
  run: ({ search, group, role, status, limit }, { api, phrase, say }) =>
    api.list(
      '/api/user/search',
      {
        keyword: search,
        group,
        role: [...ROLES].find(([name]) => name === role)?.[1],
        status: STATUSES.find((name) => name === status),
      },
      { limit, onCut: (shown, total) => say(phrase('say.cut', { shown, total })) },
    ),
  table: {
    columns: [
      { key: 'id', room: 'keep' },
      { key: 'username', room: 'keep' },
      { key: 'display_name', room: 'shorten' },
      'group',
      { key: 'role', rank: 1, value: ({ role }, { phrase }) => roleName(role, phrase) },
      { key: 'status', rank: 2, value: (row, { phrase }) => userStatus(row, phrase) },
      {
        key: 'quota',
        room: 'keep',
        heading: { en: 'balance', zh: '余额' },
        align: 'right',
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
      {
        key: 'used_quota',
        rank: 3,
        align: 'right',
        value: ({ used_quota_exact: used }, { money }) => money.both(used),
      },
      { key: 'request_count', align: 'right' },
    ],
    empty: { en: 'No matching users.', zh: '没有符合条件的用户。' },
  },
})
