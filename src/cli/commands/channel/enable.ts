import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outcome } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

export const channelEnable = defineCommand({
  path: 'channel enable',
  summary: { en: 'Enables a channel', zh: '启用渠道' },
  examples: ['tollgate channel enable openai-main', 'tollgate channel enable 3'],
  effect: 'write',
  args: { channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateChannel'],
  output: outcome(['enabled', 'unchanged']),
  run: async ({ channel }, context) => {
    const { id, name, status } = await findChannel(channel, context)
    if (status !== 1) await context.api.put('/api/channel/', { body: { id, status: 1 } })
    return { result: status === 1 ? 'unchanged' : 'enabled', id, name }
  },
  details: { fields: ['result', 'id', 'name'] },
})
