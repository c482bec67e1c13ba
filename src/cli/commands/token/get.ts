import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { both, fields } from '../../output-schema.ts'
import {
  budget,
  expires,
  fallbacksText,
  findToken,
  formerKey,
  rawBudget,
  readableKey,
  remaining,
  tokenStatus,
  withMaskedKey,
} from './token-object.ts'

export const tokenGet = defineCommand({
  path: 'token get',
  summary: { en: 'Shows one of your API tokens', zh: '显示一个令牌' },
  examples: ['tollgate token get ci', 'tollgate token get ci --show-key -q'],
  showsMoney: true,
  args: { token: { name: '<token>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'token' } },
  options: { showKey: { flag: '--show-key', help: { en: 'Show the full key', zh: '显示完整密钥' } } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['searchTokens'],
  output: both({ $ref: 'Token' }, fields({ is_key_shown: 'boolean' })),
  run: async ({ token, showKey }, context) => {
    const found = await findToken(token, context)
    return {
      ...(showKey ? { ...found, key: readableKey(found, context.phrase) } : withMaskedKey(found)),
      is_key_shown: showKey ?? false,
    }
  },
  details: {
    fields: [
      'id',
      'name',
      'key',
      { key: 'status', value: ({ status }, { phrase }) => tokenStatus(status, phrase) },
      { key: 'remain_quota', align: 'right', value: (row, view) => remaining(row, view) },
      { key: 'used_quota', value: ({ used_quota_exact: used }, { money }) => money.both(used) },
      { key: 'expired_time', value: (row, view) => expires(row, view) },
      {
        key: 'model_limits',
        value: ({ model_limits_enabled: isLimited, model_limits: models }, { phrase }) =>
          isLimited ? models : phrase('word.any'),
      },
      {
        key: 'model_fallbacks',
        value: ({ model_fallbacks: fallbacks }) => fallbacksText(fallbacks) || '-',
        raw: ({ model_fallbacks: fallbacks }) => fallbacksText(fallbacks),
      },
      {
        key: 'allow_ips',
        value: ({ allow_ips: addresses }, { phrase }) =>
          addresses.replaceAll('\n', ', ') || phrase('word.any'),
      },
      'group',
      {
        key: 'rate_limit',
        value: ({ rate_limit_enabled: isLimited, rate_limit_count: count, rate_limit_period: period }) =>
          isLimited ? `${count}/${period}s` : '-',
        raw: ({ rate_limit_count: count, rate_limit_period: period }) => `${count}/${period}s`,
      },
      {
        key: 'tokens_per_minute',
        value: ({ tokens_per_minute: tokens }) => (tokens === 0 ? '-' : String(tokens)),
      },
      { key: 'budget', value: (row, view) => budget(row, view), raw: (row) => rawBudget(row) },
      { key: 'former_key_until', value: (row, view) => formerKey(row, view) },
      { key: 'created_time', value: ({ created_time: created }, { time }) => time(created) },
    ],
  },
  quiet: ({ id, key, is_key_shown: isKeyShown }) => (isKeyShown ? key : String(id)),
})
