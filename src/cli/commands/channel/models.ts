import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

export const channelModels = defineCommand({
  path: 'channel models',
  summary: {
    en: "Lists the models of a channel's upstream, or those that enabled channels serve",
    zh: '列出上游模型；不带参数时列出已启用渠道的模型',
  },
  examples: ['tollgate channel models openai-main', 'tollgate channel models --json'],
  timeoutMs: 60_000,
  args: { channel: { name: '[channel]', help: { en: 'Id or name', zh: '编号或名称' } } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['listEnabledModels'],
  output: listOf('string'),
  run: async ({ channel }, context) => {
    const { api } = context
    if (channel === undefined) return api.get('/api/channel/models_enabled')
    const { id } = await findChannel(channel, context)
    return api.get('/api/channel/fetch_models/{id}', { path: { id } })
  },
})
