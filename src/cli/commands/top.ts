import { defineCommand } from '../define-command.ts'
import { fields, listOf } from '../output-schema.ts'
import { balance, count, duration, share, tokenCount } from '../top/figures.ts'
import { takeSnapshot } from '../top/top-snapshot.ts'
import { type Dimension, dimensions } from '../top/traffic.ts'

const nullable = (type: 'string' | 'integer' | 'number') => [type, 'null'] as const

/** Converts the flag's value, whose choices have already excluded everything else. */
const readDimension = (text: string): Dimension | undefined => dimensions.find((each) => each === text)

export const top = defineCommand({
  path: 'top',
  summary: {
    en: 'Shows the last 60 seconds of requests live: rate, time to first byte, errors, cost',
    zh: '实时查看最近 60 秒的请求：速率、首字节、错误、费用',
  },
  examples: [
    'tollgate top',
    'tollgate top --by model',
    "tollgate top --once --json | jq '.[] | select(.error_share > 0.05) | .name'",
  ],
  options: {
    by: {
      flag: '--by <what>',
      help: {
        en: 'One row per channel, model, user or token (channel and user: administrators only)',
        zh: '按渠道、模型、用户或令牌分行（渠道和用户仅限管理员）',
      },
      choices: dimensions,
      parse: readDimension,
    },
    filter: {
      flag: '--filter <text>',
      help: { en: 'Only rows whose name contains this text', zh: '只显示名称包含此文本的行' },
    },
    isOnce: {
      flag: '--once',
      help: {
        en: 'Print one table and exit, as it does without a terminal',
        zh: '打印一次表格后退出（没有终端时总是如此）',
      },
    },
  },
  operations: ['followEvents'],
  output: listOf(
    fields({
      by: { enum: dimensions },
      id: nullable('integer'),
      name: 'string',
      status: { enum: ['enabled', 'disabled', 'auto-disabled', null] },
      requests_per_minute: 'integer',
      failed_per_minute: 'integer',
      error_share: nullable('number'),
      tokens_per_minute: 'integer',
      first_byte_p50_ms: nullable('integer'),
      first_byte_p95_ms: nullable('integer'),
      usd_per_minute: 'string',
      quota_per_minute_exact: 'string',
      balance: nullable('number'),
      balance_currency: nullable('string'),
      last_request_id: nullable('string'),
    }),
  ),
  showsMoney: true,
  run: takeSnapshot,
  screen: ({ isOnce }) =>
    isOnce ? undefined : import('../top/top-screen.tsx').then(({ topScreen }) => topScreen),
  quiet: ({ id, name, by }) => (by === 'model' ? name : String(id ?? 0)),
  table: {
    columns: [
      { key: 'id', room: 'keep', align: 'right', value: ({ id }) => String(id ?? '-') },
      { key: 'name', room: 'name', value: ({ name }, { phrase }) => name || phrase('top.noName') },
      {
        key: 'status',
        value: ({ status }, { phrase }) => (status === null ? '-' : phrase(`status.${status}`)),
      },
      {
        key: 'requests_per_minute',
        heading: { en: 'req/m', zh: '请求/分' },
        align: 'right',
        value: ({ requests_per_minute: calls }) => count(calls),
      },
      {
        key: 'tokens_per_minute',
        heading: { en: 'tok/m', zh: 'token/分' },
        align: 'right',
        value: ({ tokens_per_minute: tokens }) => tokenCount(tokens),
      },
      {
        key: 'first_byte_p50_ms',
        heading: { en: 'first byte p50', zh: '首字节 p50' },
        align: 'right',
        value: ({ first_byte_p50_ms: ms }) => duration(ms ?? undefined),
      },
      {
        key: 'first_byte_p95_ms',
        heading: { en: 'p95', zh: 'p95' },
        align: 'right',
        value: ({ first_byte_p95_ms: ms }) => duration(ms ?? undefined),
      },
      {
        key: 'error_share',
        rank: 2,
        heading: { en: 'err', zh: '错误' },
        align: 'right',
        value: ({ error_share: errors }) => share(errors ?? undefined),
      },
      {
        key: 'usd_per_minute',
        room: 'keep',
        heading: { en: 'cost/min', zh: '费用/分' },
        align: 'right',
        value: ({ quota_per_minute_exact: quota }, { money }) => money.call(quota),
      },
      {
        key: 'balance',
        rank: 1,
        align: 'right',
        value: ({ balance: amount, balance_currency: currency }) =>
          balance(amount === null ? undefined : { amount, currency: currency ?? '' }),
      },
    ],
    empty: { en: 'No requests in the last 60 s.', zh: '最近 60 秒没有请求。' },
  },
})
