import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'

export const sessionList = defineCommand({
  path: 'session list',
  summary: {
    en: 'Lists where you are signed in in a browser, newest first',
    zh: '列出您在浏览器中的登录会话（最新在前）',
  },
  examples: ['tollgate session list', 'tollgate session list --json'],
  isList: true,
  options: {},
  operations: ['listSessions'],
  output: listOf({ $ref: 'Session' }),
  run: ({ limit }, { api, phrase, say }) =>
    api.list(
      '/api/session/',
      {},
      { limit, onCut: (shown: number, total: number) => say(phrase('say.cut', { shown, total })) },
    ),
  table: {
    columns: [
      { key: 'id', room: 'keep' },
      { key: 'device', room: 'shorten', rank: 1, value: ({ device, user_agent: agent }) => device || agent },
      'ip',
      { key: 'last_used_time', value: ({ last_used_time: seconds }, { time }) => time(seconds) },
      { key: 'created_time', value: ({ created_time: seconds }, { time }) => time(seconds) },
    ],
    empty: { en: 'You are not signed in anywhere in a browser.', zh: '没有浏览器登录会话。' },
  },
})
