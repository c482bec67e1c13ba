import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commaList } from '../../input/parsers.ts'
import { outcome } from '../../output-schema.ts'
import { contentOptions, everybodyIds, readContent, recipientIds } from './message-object.ts'

export const messageCreate = defineCommand({
  path: 'message create',
  summary: { en: 'Sends a message to the inboxes of users', zh: '向用户收件箱发送消息' },
  examples: [
    'tollgate message create --title "Maintenance on Sunday" --content "From 02:00 to 03:00 UTC." --to-all',
    'tollgate message create --title Welcome --content-file welcome.md --to alice,bob',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    title: {
      flag: '--title <text>',
      help: { en: 'Subject, 1 to 200 characters', zh: '标题，1 到 200 个字符' },
      required: true,
    },
    ...contentOptions,
    content: {
      ...contentOptions.content,
      required: ({ contentFile }: Readonly<Record<string, unknown>>) => contentFile === undefined,
    },
    to: {
      flag: '--to <users>',
      help: { en: 'Recipients by id or name, comma-separated', zh: '收件人的编号或用户名，逗号分隔' },
      parse: commaList,
      required: ({ toAll }: Readonly<Record<string, unknown>>) => toAll === undefined,
    },
    toAll: { flag: '--to-all', help: { en: 'Send it to every account', zh: '发送给所有用户' } },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['createMessage'],
  output: outcome(['created', 'would create'], {
    id: ['integer', 'null'],
    title: 'string',
    recipients: 'integer',
  }),
  run: async ({ title, to, toAll, html, dryRun, ...content }, context) => {
    const { api, phrase, say } = context
    if (to !== undefined && toAll)
      throw usageError(phrase('usage.notTogether', { first: '--to', second: '--to-all' }), { field: '--to' })
    const text = (await readContent(content, context)) ?? ''
    const ids = toAll ? await everybodyIds(context) : await recipientIds((to ?? '').split(','), context)
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would create', id: null, title, recipients: ids.length }
    }
    const { id, stats } = await api.post('/api/admin/messages', {
      body: { title, content: text, format: html ? 'html' : 'markdown', user_ids: ids },
    })
    return { result: 'created', id, title, recipients: stats.total_recipients }
  },
  details: {
    fields: ['result', 'id', 'title', { key: 'recipients', heading: { en: 'recipients', zh: '收件人' } }],
  },
  quiet: ({ id, title }) => String(id ?? title),
})
