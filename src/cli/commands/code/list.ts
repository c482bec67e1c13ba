import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { codeStatus, uses } from './code-object.ts'

export const codeList = defineCommand({
  path: 'code list',
  summary: { en: 'Lists redemption codes, newest first', zh: '列出兑换码' },
  examples: [
    'tollgate code list',
    'tollgate code list --search welcome --json',
    'tollgate code list --all -o csv',
  ],
  isList: true,
  showsMoney: true,
  options: {
    search: {
      flag: '--search <text>',
      help: { en: 'Only names starting with this text', zh: '名称以此开头' },
    },
  },
  operations: ['listRedemptions'],
  output: listOf({ $ref: 'Redemption' }),
  run: ({ search, limit }, { api, phrase, say }) => {
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    return search === undefined
      ? api.list('/api/redemption/', {}, extent)
      : api.list('/api/redemption/search', { keyword: search }, extent)
  },
  table: {
    columns: [
      { key: 'id', room: 'keep' },
      { key: 'name', room: 'name' },
      { key: 'key', room: 'keep' },
      { key: 'status', rank: 2, value: ({ status }, { phrase }) => codeStatus(status, phrase) },
      {
        key: 'quota',
        room: 'keep',
        align: 'right',
        value: ({ quota_exact: quota }, { money }) => money.both(quota),
      },
      'is_gift',
      { key: 'used_count', rank: 1, align: 'right', value: (row) => uses(row) },
      { key: 'valid_until', value: ({ valid_until: at }, { time }) => time(at) },
      { key: 'created_time', value: ({ created_time: at }, { time }) => time(at) },
    ],
    empty: {
      en: 'No redemption codes found. Create some with: tollgate code create',
      zh: '没有找到兑换码。创建：tollgate code create',
    },
  },
})
