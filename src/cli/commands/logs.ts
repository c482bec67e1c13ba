import { CliError, usageError } from '../cli-error.ts'
import type { ItemOf } from '../client/contract-types.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { sinceOf } from '../input/parsers.ts'
import { both, fields, listOf } from '../output-schema.ts'
import type { PhraseKey } from '../phrases/phrases.ts'
import { dollars, grouped, thousandthsOf } from '../ui/money.ts'
import { findChannel } from './channel/channel-object.ts'

type LogRow = ItemOf<'/api/log/'>

const typeNames = ['all', 'topup', 'consume', 'admin', 'system', 'checkin', 'error'] as const
const administrator = 10

const typeNumber = (name: string): number => (typeNames as readonly string[]).indexOf(name)

export const logs = defineCommand({
  path: 'logs',
  summary: { en: 'Lists requests and other events, newest first', zh: '列出请求和其他事件，最新在前' },
  examples: [
    'tollgate logs --limit 20',
    'tollgate logs --since 1h --model gpt-4o-mini --json',
    'tollgate logs --user alice --type error -o ndjson',
  ],
  isList: true,
  showsMoney: true,
  options: {
    model: {
      flag: '--model <model>',
      help: { en: 'Only this model; % at an end stands for anything', zh: '只显示此模型，首尾可用 %' },
    },
    user: {
      flag: '--user <name>',
      help: { en: 'Only this user (administrators)', zh: '只显示此用户（管理员）' },
    },
    channel: {
      flag: '--channel <channel>',
      help: { en: 'Only this channel (administrators)', zh: '只显示此渠道（管理员）' },
    },
    token: { flag: '--token-name <name>', help: { en: 'Only this token', zh: '只显示此令牌' } },
    group: { flag: '--group <group>', help: { en: 'Only this group', zh: '只显示此分组' } },
    type: {
      flag: '--type <type>',
      help: { en: `Only this type: ${typeNames.join(', ')}`, zh: `类型：${typeNames.join('、')}` },
      choices: typeNames,
    },
    since: {
      flag: '--since <when>',
      help: { en: 'From 1h or 7d ago, or a time', zh: '起始时间：1h、7d 或具体时间' },
      parse: sinceOf('--since'),
    },
    until: { flag: '--until <when>', help: { en: 'Up to then', zh: '截止时间' }, parse: sinceOf('--until') },
    request: { flag: '--request <id>', help: { en: 'Only this request', zh: '只显示此请求' } },
    isOwn: { flag: '--self', help: { en: 'Only your own, also as an administrator', zh: '只显示自己的' } },
  },
  exits: [exitCodes.notFound],
  operations: ['listOwnLogs'],
  output: listOf(both({ $ref: 'LogRow' }, fields({ usd: 'string' }))),
  run: async ({ model, user, channel, token, group, type, since, until, request, isOwn, limit }, context) => {
    const { api, phrase, say, quotaPerUnit } = context
    if (isOwn && (user !== undefined || channel !== undefined))
      throw usageError(
        phrase('usage.notTogether', { first: '--self', second: user === undefined ? '--channel' : '--user' }),
      )
    const filters = {
      model_name: model,
      token_name: token,
      group,
      type: type === undefined ? undefined : typeNumber(type),
      start_timestamp: since,
      end_timestamp: until,
      request_id: request,
    }
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    const ofAll = async (): Promise<LogRow[]> =>
      api.list(
        '/api/log/',
        {
          ...filters,
          username: user,
          channel: channel === undefined ? undefined : String((await findChannel(channel, context)).id),
        },
        extent,
      )
    const ofOwn = (): Promise<LogRow[]> => api.list('/api/log/self', filters, extent)
    const mustBeAll = user !== undefined || channel !== undefined
    const [rows, rate] = await Promise.all([
      isOwn ? ofOwn() : mustBeAll ? ofAll() : allOrOwn(ofAll, ofOwn, context),
      quotaPerUnit(),
    ])
    return rows.map((row) => ({
      ...row,
      usd: dollars(thousandthsOf(row.quota_exact), rate).replace(/[$ ]/g, ''),
    }))
  },
  quiet: ({ request_id: requestId, id }) => requestId || String(id),
  table: {
    columns: [
      { key: 'created_at', value: ({ created_at: at }, { time }) => time(at) },
      {
        key: 'type',
        value: ({ type }, { phrase }) =>
          type >= 0 && type <= 6 ? phrase(`logType.${type}` as PhraseKey) : String(type),
      },
      'model_name',
      'token_name',
      {
        key: 'channel_name',
        value: ({ channel_name: name, channel }) => name || (channel ? `#${channel}` : ''),
      },
      {
        key: 'prompt_tokens',
        align: 'right',
        value: ({ prompt_tokens: count, type }) => (type === 2 ? grouped(String(count)) : ''),
      },
      {
        key: 'completion_tokens',
        align: 'right',
        value: ({ completion_tokens: count, type }) => (type === 2 ? grouped(String(count)) : ''),
      },
      {
        key: 'use_time',
        align: 'right',
        value: ({ use_time: seconds, type }) => (type === 2 ? `${seconds.toFixed(1)} s` : ''),
      },
      {
        key: 'quota',
        heading: { en: 'cost', zh: '费用' },
        align: 'right',
        value: ({ quota_exact: quota }, { money }) => money.call(quota),
      },
      'usage_source',
      'username',
      'request_id',
    ],
    empty: { en: 'Nothing in the log.', zh: '没有日志。' },
  },
})

/** Administrators see everybody's rows; others are sent to their own, without having to know which call that is. */
async function allOrOwn(
  ofAll: () => Promise<LogRow[]>,
  ofOwn: () => Promise<LogRow[]>,
  { settings }: CommandContext,
): Promise<LogRow[]> {
  const role = settings.token?.from === 'context' ? settings.context?.user?.role : undefined
  if (role !== undefined && role < administrator) return ofOwn()
  try {
    return await ofAll()
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.notAllowed) return ofOwn()
    throw error
  }
}
