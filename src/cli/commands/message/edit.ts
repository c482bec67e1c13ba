import { usageError } from '../../cli-error.ts'
import { given, toldResult, updateResults } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { contentOptions, findMessage, readContent } from './message-object.ts'

export const messageEdit = defineCommand({
  path: 'message edit',
  summary: {
    en: 'Changes a sent message; recipients and read status are unchanged',
    zh: '修改已发送的消息，收件人和已读状态不变',
  },
  examples: [
    'tollgate message edit 7 --title "Maintenance on Monday"',
    'tollgate message edit 7 --content-file notice.md --dry-run',
  ],
  effect: 'write',
  hasDryRun: true,
  args: { message: { name: '<message>', help: { en: 'Id or title', zh: '编号或标题' }, pick: 'message' } },
  options: {
    title: { flag: '--title <text>', help: { en: 'New subject', zh: '新标题' } },
    ...contentOptions,
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateMessage'],
  output: outcome(updateResults, { id: 'integer', title: 'string', changed: listOf('string') }),
  run: async ({ message, title, html, dryRun, ...content }, context) => {
    const { api, phrase, say } = context
    const wanted = given({
      title,
      content: await readContent(content, context),
      format: html ? ('html' as const) : undefined,
    })
    if (Object.keys(wanted).length === 0)
      throw usageError(phrase('usage.nothingGiven'), {
        hint: phrase('hint.commandHelp', { command: 'message edit' }),
      })
    const before = await findMessage(message, context)
    const changed = Object.entries(wanted).flatMap(([field, value]) =>
      before[field as keyof typeof wanted] === value ? [] : [field],
    )
    const result = toldResult(changed.length === 0 ? 'unchanged' : 'updated', dryRun)
    if (dryRun) say(phrase('say.dryRun'))
    else if (changed.length > 0)
      await api.put('/api/admin/messages/{id}', { path: { id: before.id }, body: wanted })
    return { result, id: before.id, title: title ?? before.title, changed }
  },
  details: { fields: ['result', 'id', 'title', 'changed'] },
})
