import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { expires, rawBudget, remaining, shortBudget, tokenStatus, withMaskedKey } from './token-object.ts'

export const tokenList = defineCommand({
  path: 'token list',
  summary: {
    en: 'Lists your API tokens, newest first, with masked keys',
    zh: '列出您的令牌（最新在前），密钥已遮盖',
  },
  examples: ['tollgate token list', 'tollgate token list --search ci --json', 'tollgate token list --all -q'],
  isList: true,
  showsMoney: true,
  options: {
    search: {
      flag: '--search <text>',
      help: { en: 'Only names containing this text', zh: '名称包含此文本' },
    },
  },
  operations: ['listTokens'],
  output: listOf({ $ref: 'Token' }),
  run: async ({ search, limit }, { api, phrase, say }) => {
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    const tokens =
      search === undefined
        ? await api.list('/api/token/', {}, extent)
        : await api.list('/api/token/search', { keyword: search }, extent)
    return tokens.map(withMaskedKey)
  },
  table: {
    columns: [
      { key: 'id', room: 'keep' },
      { key: 'name', room: 'name' },
      { key: 'key', room: 'keep' },
      { key: 'status', rank: 3, value: ({ status }, { phrase }) => tokenStatus(status, phrase) },
      { key: 'remain_quota', room: 'keep', align: 'right', value: (row, view) => remaining(row, view) },
      {
        key: 'used_quota',
        rank: 2,
        align: 'right',
        value: ({ used_quota_exact: used }, { money }) => money.both(used),
      },
      { key: 'expired_time', rank: 1, value: (row, view) => expires(row, view) },
      {
        key: 'model_limits',
        room: 'shorten',
        value: ({ model_limits_enabled: isLimited, model_limits: models }, { phrase }) =>
          isLimited ? models : phrase('word.any'),
      },
      'group',
      { key: 'budget', value: (row, view) => shortBudget(row, view), raw: (row) => rawBudget(row) },
    ],
    empty: {
      en: 'No API tokens found. Create one with: tollgate token create',
      zh: '没有找到令牌。创建：tollgate token create',
    },
  },
})
