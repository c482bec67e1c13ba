import { deleteObject, deleteOptions } from '../../client/delete-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { channelFinder } from './channel-object.ts'

export const channelDelete = defineCommand({
  path: 'channel delete',
  summary: { en: 'Deletes a channel', zh: '删除渠道' },
  examples: [
    'tollgate channel delete openai-old --yes',
    'tollgate channel delete openai-old --if-exists --yes',
    'tollgate channel delete 3 --dry-run',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: { channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' } },
  options: deleteOptions,
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['deleteChannel'],
  output: outcome(['deleted', 'would delete', 'absent']),
  run: ({ channel: reference, ifExists, dryRun }, context) =>
    deleteObject(
      {
        reference,
        ifExists,
        dryRun,
        finder: channelFinder(context),
        remove: (id) => context.api.delete('/api/channel/{id}', { path: { id } }),
      },
      context,
    ),
  details: { fields: ['result', 'id', 'name'] },
  quiet: ({ id, name }) => String(id ?? name),
})
