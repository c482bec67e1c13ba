import type { DataOf } from '../client/contract-types.ts'
import { defineCommand, type View } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { integerOf } from '../input/parsers.ts'
import { either, listOf } from '../output-schema.ts'
import { oneLine } from '../ui/table.ts'
import { secondsOf } from './message/message-object.ts'

type InboxMessage = DataOf<'/api/user/messages/{id}', 'get'>

export const inbox = defineCommand({
  path: 'inbox',
  summary: {
    en: 'Lists the messages you were sent; with an id, shows one and marks it as read',
    zh: '列出您收到的消息；给出编号则显示该消息并标为已读',
  },
  examples: ['tollgate inbox', 'tollgate inbox 7', 'tollgate inbox --unread --json'],
  isList: true,
  isProse: true,
  args: {
    message: {
      name: '[message]',
      help: { en: 'Id of a message', zh: '消息编号' },
      parse: integerOf('<message>', 1),
    },
  },
  options: {
    unread: { flag: '--unread', help: { en: 'Only unread messages', zh: '只显示未读消息' } },
  },
  exits: [exitCodes.notFound],
  operations: ['listInboxMessages'],
  output: either({ $ref: 'InboxMessage' }, listOf({ $ref: 'InboxMessage' })),
  run: async ({ message: id, unread, limit }, { api, phrase, say }) => {
    if (id !== undefined) return api.put('/api/user/messages/{id}/read', { path: { id } })
    const shown = await api.list(
      '/api/user/messages',
      { unread: unread || undefined },
      { limit, onCut: (shown, total) => say(phrase('say.cut', { shown, total })) },
    )
    if (shown.length === 0) say(phrase(unread ? 'inbox.nothingNew' : 'inbox.empty'))
    return shown
  },
  text: (data, view) =>
    Array.isArray(data)
      ? data.map((each: InboxMessage) => `${lineOf(each, view)}\n`).join('')
      : `${oneLine(data.title)}\n${view.time(secondsOf(data.created_at))}\n\n${data.content.trimEnd()}\n`,
})

const lineOf = (
  { id, title, created_at: at, is_read: isRead }: InboxMessage,
  { time, phrase }: View,
): string =>
  [
    String(id).padStart(4),
    time(secondsOf(at)),
    phrase(isRead ? 'inbox.read' : 'inbox.unread'),
    oneLine(title),
  ].join('  ')
