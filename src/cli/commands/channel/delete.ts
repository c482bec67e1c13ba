import { deletedShape, deleteObjects, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { channelFinder } from './channel-object.ts'

export const channelDelete = defineCommand({
  path: 'channel delete',
  summary: { en: 'Deletes channels', zh: '删除渠道' },
  examples: [
    'tollgate channel delete openai-old --yes',
    'tollgate channel delete openai-old openai-older --if-exists --yes',
    'tollgate channel delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: {
    channels: { name: '<channel...>', help: { en: 'Ids or names', zh: '编号或名称' }, pick: 'channel' },
  },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['deleteChannel'],
  output: deletedShape,
  run: ({ channels: references, ifExists, dryRun }, context) =>
    deleteObjects(
      {
        references,
        ifExists,
        dryRun,
        finder: channelFinder(context),
        remove: (id) => context.api.delete('/api/channel/{id}', { path: { id } }),
        removeTogether: (ids) => context.api.post('/api/channel/batch', { body: { ids: [...ids] } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
