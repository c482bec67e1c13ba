import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { sinceOf } from '../../input/parsers.ts'
import { listOf } from '../../output-schema.ts'
import { findChannel } from '../channel/channel-object.ts'
import { everyOption, listTasks, taskCost, taskPlatforms, taskStatus, taskStatuses } from './task-object.ts'

export const taskList = defineCommand({
  path: 'task list',
  summary: {
    en: 'Lists your drawing, music and video tasks, newest first',
    zh: '列出您的绘图、音乐和视频任务（最新在前）',
  },
  examples: [
    'tollgate task list --since 1d',
    'tollgate task list --platform suno --status SUCCESS --json',
    'tollgate task list --every --channel suno-main',
  ],
  isList: true,
  showsMoney: true,
  options: {
    every: everyOption,
    platform: {
      flag: '--platform <platform>',
      help: { en: 'Only this platform', zh: '只显示此平台' },
      choices: taskPlatforms,
    },
    status: {
      flag: '--status <status>',
      help: { en: 'Only this status', zh: '只显示此状态' },
      choices: taskStatuses,
    },
    channel: {
      flag: '--channel <channel>',
      help: { en: 'With --every: only this channel', zh: '与 --every 一起使用：只显示此渠道' },
    },
    since: {
      flag: '--since <when>',
      help: { en: 'Start: 1h, 7d or a time', zh: '起始时间：1h、7d 或具体时间' },
      parse: sinceOf('--since'),
    },
  },
  exits: [exitCodes.notFound],
  operations: ['listOwnTasks'],
  output: listOf({ $ref: 'TaskRow' }),
  run: async ({ every, platform, status, channel, since, limit }, context) => {
    const { phrase, say } = context
    if (channel !== undefined && !every)
      throw usageError(phrase('usage.needsFlag', { flag: '--channel', needed: '--every' }))
    const channelId = channel === undefined ? undefined : String((await findChannel(channel, context)).id)
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    const query = { platform, status, channel_id: channelId, start_timestamp: since }
    return listTasks(query, { isEvery: every === true, extent }, context)
  },
  quiet: ({ task_id: id }) => id || '-',
  table: {
    columns: [
      { key: 'submit_time', rank: 4, value: ({ submit_time: at }, { time }) => time(at) },
      { key: 'task_id', room: 'keep' },
      'platform',
      'action',
      { key: 'status', rank: 3, value: (task, { phrase }) => taskStatus(task, phrase) },
      { key: 'progress', rank: 2, align: 'right' },
      {
        key: 'quota',
        room: 'keep',
        align: 'right',
        value: (task, look) => taskCost(task, look),
      },
      { key: 'finish_time', value: ({ finish_time: at }, { time }) => time(at) },
      { key: 'username', value: ({ username }) => username ?? '' },
      {
        key: 'channel_name',
        value: ({ channel_name: name, channel_id: id }) => name || (id ? `#${id}` : ''),
      },
      { key: 'fail_reason', room: 'shorten', rank: 1 },
    ],
    empty: { en: 'No tasks.', zh: '没有任务。' },
  },
})
