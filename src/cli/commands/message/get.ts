import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { findMessage, secondsOf } from './message-object.ts'

export const messageGet = defineCommand({
  path: 'message get',
  summary: { en: 'Shows a sent message and how many have read it', zh: '显示已发送的消息及已读人数' },
  examples: ['tollgate message get 7', 'tollgate message get "Maintenance on Sunday" --json'],
  args: { message: { name: '<message>', help: { en: 'Id or title', zh: '编号或标题' }, pick: 'message' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['getMessage'],
  output: { $ref: 'Message' },
  run: ({ message }, context) => findMessage(message, context),
  details: {
    fields: [
      'id',
      'title',
      { key: 'created_at', value: ({ created_at: at }, { time }) => time(secondsOf(at)) },
      {
        key: 'stats',
        heading: { en: 'read by', zh: '已读' },
        value: ({ stats }) => `${stats.read_count}/${stats.total_recipients}`,
        raw: ({ stats }) => `${stats.read_count}/${stats.total_recipients}`,
      },
      'format',
      { key: 'content', heading: { en: 'content', zh: '正文' } },
    ],
  },
})
