import { usageError } from '../../cli-error.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

export const channelModels = defineCommand({
  path: 'channel models',
  summary: {
    en: "Lists the models of a channel's upstream, or all models served by enabled channels; --save stores them",
    zh: '列出上游模型；不带参数时列出已启用渠道的模型；--save 保存到渠道',
  },
  examples: [
    'tollgate channel models openai-main',
    'tollgate channel models openai-main --save',
    'tollgate channel models --json',
  ],
  effect: 'write',
  hasDryRun: true,
  timeoutMs: 60_000,
  args: { channel: { name: '[channel]', help: { en: 'Id or name', zh: '编号或名称' } } },
  options: {
    save: {
      flag: '--save',
      help: { en: "Save them as the channel's models", zh: '将其保存为该渠道的模型' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['listEnabledModels'],
  output: listOf('string'),
  run: async ({ channel, save, dryRun }, context) => {
    const { api, phrase, say } = context
    if (channel === undefined) {
      if (save) throw usageError(phrase('usage.missingArgument', { what: 'channel' }))
      return api.get('/api/channel/models_enabled')
    }
    const { id, models: now } = await findChannel(channel, context)
    const models = await api.get('/api/channel/fetch_models/{id}', { path: { id }, isLookup: save === true })
    if (!save) return models
    const text = models.join(',')
    if (dryRun) say(phrase('say.dryRun'))
    else if (text !== now) await api.put('/api/channel/', { body: { id, models: text } })
    return models
  },
})
