import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { secondsOf } from './message-object.ts'

export const messageList = defineCommand({
  path: 'message list',
  summary: { en: 'Lists sent messages, newest first', zh: '列出已发送的消息（最新在前）' },
  examples: ['tollgate message list', 'tollgate message list --search maintenance --json'],
  isList: true,
  options: {
    search: {
      flag: '--search <text>',
      help: { en: 'Only with this text in title or content', zh: '标题或正文包含此文本' },
    },
  },
  operations: ['listMessages'],
  output: listOf({ $ref: 'Message' }),
  run: ({ search, limit }, { api, phrase, say }) => {
    const extent = {
      limit,
      onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })),
    }
    return search === undefined
      ? api.list('/api/admin/messages', {}, extent)
      : api.list('/api/admin/messages/search', { keyword: search }, extent)
  },
  table: {
    columns: [
      'id',
      'title',
      { key: 'created_at', value: ({ created_at: at }, { time }) => time(secondsOf(at)) },
      {
        key: 'stats',
        heading: { en: 'read by', zh: '已读' },
        align: 'right',
        value: ({ stats }) => `${stats.read_count}/${stats.total_recipients}`,
        raw: ({ stats }) => `${stats.read_count}/${stats.total_recipients}`,
      },
    ],
    empty: {
      en: 'No messages found. Send one with: tollgate message create',
      zh: '没有找到消息。发送：tollgate message create',
    },
  },
})
