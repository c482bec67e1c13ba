import { deletedShape, deleteObjects, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { messageFinder } from './message-object.ts'

export const messageDelete = defineCommand({
  path: 'message delete',
  summary: { en: 'Deletes messages, also from the inboxes', zh: '删除消息，收件箱中的也会删除' },
  examples: ['tollgate message delete 7 --yes', 'tollgate message delete 7 8 --if-exists --yes'],
  effect: 'destroy',
  hasDryRun: true,
  args: {
    messages: { name: '<message...>', help: { en: 'Ids or titles', zh: '编号或标题' }, pick: 'message' },
  },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict, exitCodes.partial],
  operations: ['deleteMessage'],
  output: deletedShape,
  run: ({ messages, ifExists, dryRun }, context) =>
    deleteObjects(
      {
        references: messages,
        ifExists,
        dryRun,
        finder: messageFinder(context),
        remove: (id) => context.api.delete('/api/admin/messages/{id}', { path: { id } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
