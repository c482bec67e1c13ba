import type { ItemOf } from '../client/contract-types.ts'
import { type CommandContext, defineCommand, type LineView } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { sinceOf } from '../input/parsers.ts'
import { both, fields, listOf } from '../output-schema.ts'
import type { PhraseKey } from '../phrases/phrases.ts'
import { drawLogLine, statusOf } from '../ui/log-line.ts'
import { grouped } from '../ui/money.ts'
import { drawTaskLine } from '../ui/task-line.ts'
import { followLog } from './logs/follow-log.ts'
import { changedTasks, followLogTasks } from './logs/follow-log-tasks.ts'
import { type LogFlags, listLog, priced, readLogQuery, typeNames } from './logs/log-query.ts'

const loadLogsScreen = async () => (await import('../logs-screen/logs-screen.tsx')).logsScreen

/** Yields a line for each change of a task's state. */
async function* taskLines(
  flags: LogFlags,
  context: CommandContext,
  signal: AbortSignal,
  view: LineView,
): AsyncGenerator<string> {
  for await (const task of changedTasks(followLogTasks(flags, context, signal)))
    yield drawTaskLine(task, view)
}

type LogRow = ItemOf<'/api/log/'>

/** Returns the status of a failed call; undefined for all other rows. */
const failureOf = ({ type, other }: LogRow): number | undefined => (type === 6 ? statusOf(other) : undefined)

/** Returns the reason and status of a failed call; for rows that are not calls, what happened. */
function reasonOf(row: LogRow): string {
  if (row.type === 2) return ''
  const status = failureOf(row)
  return status === undefined ? row.content : `(${status}) ${row.content}`
}

export const logs = defineCommand({
  path: 'logs',
  summary: {
    en: 'Lists requests and other events, newest first, or follows them live',
    zh: '列出请求和其他事件（最新在前），或实时跟踪',
  },
  examples: [
    'tollgate logs --limit 20',
    'tollgate logs -f --errors',
    'tollgate logs --since 1h --model gpt-4o-mini --json',
  ],
  isList: true,
  showsMoney: true,
  options: {
    isFollowed: {
      flag: '-f, --follow',
      help: { en: 'Follow new rows, after showing the last 10', zh: '先显示最近 10 条，再持续显示新记录' },
    },
    isPlain: {
      flag: '--plain',
      help: {
        en: 'With -f on a terminal: plain lines, no key commands',
        zh: '与 -f 一起使用：终端中也只输出文本行，不响应按键',
      },
    },
    model: {
      flag: '--model <model>',
      help: {
        en: 'Only this model; a leading or trailing % matches anything',
        zh: '只显示此模型，首尾的 % 匹配任意内容',
      },
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
    isErrors: {
      flag: '--errors',
      help: { en: 'Only failed requests; same as --type error', zh: '只显示失败的请求，等同于 --type error' },
    },
    since: {
      flag: '--since <when>',
      help: { en: 'Start: 1h, 7d or a time', zh: '起始时间：1h、7d 或具体时间' },
      parse: sinceOf('--since'),
    },
    until: { flag: '--until <when>', help: { en: 'End time', zh: '截止时间' }, parse: sinceOf('--until') },
    request: { flag: '--request <id>', help: { en: 'Only this request', zh: '只显示此请求' } },
    isOwn: {
      flag: '--self',
      help: { en: 'Only your own rows, even as an administrator', zh: '只显示自己的记录，即使是管理员' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.interrupted],
  operations: ['listOwnLogs'],
  output: listOf(both({ $ref: 'LogRow' }, fields({ usd: 'string' }))),
  run: async (options, context) => {
    const query = readLogQuery(options, context)
    const { phrase, say, quotaPerUnit } = context
    const extent = {
      limit: options.limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    const [rows, rate] = await Promise.all([listLog(query, extent, context), quotaPerUnit()])
    return rows.map((row) => priced(row, rate))
  },
  screen: ({ isFollowed, isPlain }) => (isFollowed && !isPlain ? loadLogsScreen() : undefined),
  follow: (options) =>
    options.isFollowed
      ? {
          rows: (context, signal) => followLog(options, context, signal),
          line: drawLogLine,
          ...(options.isCurl ? {} : { notes: (...to) => taskLines(options, ...to) }),
        }
      : undefined,
  quiet: ({ request_id: requestId, id }) => requestId || String(id),
  table: {
    columns: [
      { key: 'created_at', room: 'time', value: ({ created_at: at }, { time }) => time(at) },
      {
        key: 'type',
        value: ({ type }, { phrase }) =>
          type >= 0 && type <= 6 ? phrase(`logType.${type}` as PhraseKey) : String(type),
      },
      { key: 'model_name', room: 'shorten', rank: 9 },
      { key: 'token_name', room: 'shorten', rank: 5 },
      {
        key: 'channel_name',
        room: 'shorten',
        rank: 4,
        value: ({ channel_name: name, channel }) => name || (channel ? `#${channel}` : ''),
      },
      {
        key: 'prompt_tokens',
        rank: 3,
        align: 'right',
        value: ({ prompt_tokens: count, type }) => (type === 2 ? grouped(String(count)) : ''),
      },
      {
        key: 'completion_tokens',
        rank: 3,
        align: 'right',
        value: ({ completion_tokens: count, type }) => (type === 2 ? grouped(String(count)) : ''),
      },
      {
        key: 'use_time',
        rank: 2,
        align: 'right',
        value: ({ use_time: seconds, type }) => (type === 2 ? `${seconds.toFixed(1)} s` : ''),
      },
      {
        key: 'quota',
        room: 'keep',
        heading: { en: 'cost', zh: '费用' },
        align: 'right',
        // A failed call costs nothing, so its status is shown instead: a narrow window has no room for the reason.
        value: (row, { money }) => {
          const status = failureOf(row)
          return status === undefined ? money.call(row.quota_exact) : `HTTP ${status}`
        },
      },
      { key: 'content', room: 'shorten', rank: 8, value: (row) => reasonOf(row) },
      'usage_source',
      { key: 'username', rank: 1 },
      { key: 'request_id', room: 'keep' },
    ],
    empty: { en: 'No log entries.', zh: '没有日志。' },
  },
})
