import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

export const channelDisable = defineCommand({
  path: 'channel disable',
  summary: { en: 'Disables a channel: no requests are sent to it', zh: '禁用渠道：不再转发请求' },
  examples: ['tollgate channel disable openai-main', 'tollgate channel disable 3'],
  effect: 'write',
  args: { channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateChannel'],
  output: outcome(['disabled', 'unchanged']),
  run: async ({ channel }, context) => {
    const { id, name, status } = await findChannel(channel, context)
    if (status !== 2) await context.api.put('/api/channel/', { body: { id, status: 2 } })
    return { result: status === 2 ? 'unchanged' : 'disabled', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
