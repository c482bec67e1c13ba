import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { codeStatus, findCode, uses } from './code-object.ts'

export const codeGet = defineCommand({
  path: 'code get',
  summary: { en: 'Shows one redemption code', zh: '显示一个兑换码' },
  examples: ['tollgate code get welcome', 'tollgate code get 3 --json'],
  showsMoney: true,
  args: { code: { name: '<code>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'code' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['searchRedemptions'],
  output: { $ref: 'Redemption' },
  run: ({ code }, context) => findCode(code, context),
  details: {
    fields: [
      'id',
      'name',
      'key',
      { key: 'status', value: ({ status }, { phrase }) => codeStatus(status, phrase) },
      { key: 'quota', value: ({ quota_exact: quota }, { money }) => money.both(quota) },
      'is_gift',
      { key: 'used_count', align: 'right', value: (row) => uses(row) },
      { key: 'valid_from', value: ({ valid_from: at }, { time }) => time(at) },
      { key: 'valid_until', value: ({ valid_until: at }, { time }) => time(at) },
      { key: 'created_time', value: ({ created_time: at }, { time }) => time(at) },
    ],
  },
})
