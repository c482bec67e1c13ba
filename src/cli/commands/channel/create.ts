import { maskSecrets } from '../../client/curl.ts'
import { existsProblem, replayOrFail } from '../../client/find-object.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { secretOptions } from '../../input/secret.ts'
import { both, either, outcome } from '../../output-schema.ts'
import { channelFieldOptions, readChannelFields } from './channel-fields.ts'
import { channelTypeNumber, findChannelByName } from './channel-object.ts'

export const channelCreate = defineCommand({
  path: 'channel create',
  summary: { en: 'Creates a channel; fails if the name exists', zh: '创建渠道；名称已存在时失败' },
  examples: [
    'tollgate channel create --type openai --name openai-main --models gpt-4o,gpt-4o-mini --key-env OPENAI_KEY',
    'tollgate channel create --type deepseek --name ds --models deepseek-chat --groups default,vip --key-stdin < key.txt',
    'tollgate channel create --type ollama --name local --base-url http://127.0.0.1:11434 --models llama3 --key-file key.txt',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    type: {
      flag: '--type <slug>',
      help: { en: 'Channel type, see channel types', zh: '渠道类型，见 channel types' },
      required: true,
      pick: 'channelType',
    },
    name: { flag: '--name <name>', help: { en: 'Display name', zh: '名称' }, required: true },
    ...channelFieldOptions,
    models: { ...channelFieldOptions.models, isAskedToo: true },
    ...secretOptions('key', 'asked too'),
    baseUrl: { ...channelFieldOptions.baseUrl, isAskedToo: true },
  },
  exits: [exitCodes.conflict, exitCodes.rejected],
  operations: ['createChannel'],
  output: either(
    both(outcome(['created'], {}), { $ref: 'Channel' }),
    outcome(['would create'], { type: 'integer', name: 'string' }),
  ),
  run: async (values, context) => {
    const { api, phrase, say } = context
    const fields = await readChannelFields(values, context)
    const [type, existing] = await Promise.all([
      channelTypeNumber(values.type, context),
      findChannelByName(values.name, context),
    ])
    const body = { type, name: values.name, ...fields }
    if (existing !== undefined) {
      const problem = existsProblem('channel', values.name, existing.id, phrase)
      const again = () => api.post('/api/channel/', { body, isReplayOnly: true })
      return { result: 'created', ...(await replayOrFail(problem, api, again)) }
    }
    if (values.dryRun) {
      say(phrase('say.dryRun'))
      return { result: 'would create', ...(maskSecrets(body) as typeof body) }
    }
    return { result: 'created', ...(await api.post('/api/channel/', { body })) }
  },
  details: {
    fields: [
      'result',
      { key: 'id', value: (row) => ('id' in row ? String(row.id) : '') },
      'name',
      'models',
      'group',
    ],
  },
  quiet: (row) => ('id' in row ? String(row.id) : row.name),
})
