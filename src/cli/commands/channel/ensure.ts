import { changedFields, type EnsureResult, ensureResults, toldResult } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { listOf, outcome } from '../../output-schema.ts'
import { channelFieldOptions, readChannelFields } from './channel-fields.ts'
import { channelTypeNumber, findChannelByName } from './channel-object.ts'

export const channelEnsure = defineCommand({
  path: 'channel ensure',
  summary: {
    en: 'Creates or updates a channel to match',
    zh: '按描述创建或更新渠道',
  },
  examples: [
    'tollgate channel ensure --type openai --name openai-main --models gpt-4o,gpt-4o-mini --key-env OPENAI_KEY',
    'tollgate channel ensure --type openai --name openai-main --priority 10 --dry-run',
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
    name: {
      flag: '--name <name>',
      help: { en: 'Name that identifies it', zh: '用于识别的名称' },
      required: true,
    },
    ...channelFieldOptions,
  },
  exits: [exitCodes.conflict, exitCodes.rejected],
  operations: ['createChannel', 'updateChannel'],
  output: outcome(ensureResults, {
    id: ['integer', 'null'],
    name: 'string',
    changed: listOf('string'),
  }),
  run: async (values, context) => {
    const { api, phrase, say } = context
    const { key, ...fields } = await readChannelFields(values, context)
    const [type, present] = await Promise.all([
      channelTypeNumber(values.type, context),
      findChannelByName(values.name, context),
    ])
    const name = values.name
    const outcome = (result: EnsureResult, id: number | undefined, changed: readonly string[]) => ({
      result: toldResult(result, values.dryRun),
      id: id ?? null,
      name,
      changed,
    })
    const withKey = key === undefined ? {} : { key }
    if (values.dryRun) say(phrase('say.dryRun'))
    if (present === undefined) {
      const body = { type, name, ...fields, ...withKey }
      const changed = Object.keys(body)
      return outcome(
        'created',
        values.dryRun ? undefined : (await api.post('/api/channel/', { body })).id,
        changed,
      )
    }
    const changes = changedFields(present, { type, ...fields })
    const changed = Object.keys(changes)
    // Only the server knows whether the key changed: its fingerprint changes with it.
    if (values.dryRun) return outcome(changed.length > 0 ? 'updated' : 'unchanged', present.id, changed)
    if (changed.length === 0 && key === undefined) return outcome('unchanged', present.id, [])
    const after = await api.put('/api/channel/', { body: { id: present.id, ...changes, ...withKey } })
    // The setting shows a proxy without its password, so a change of the password also shows only in a fingerprint.
    const isSameSetting =
      after.setting === present.setting && after.proxy_fingerprint === present.proxy_fingerprint
    const written = changed.filter((field) => field !== 'setting' || !isSameSetting)
    if (after.key_fingerprint !== present.key_fingerprint) written.push('key')
    return outcome(written.length > 0 ? 'updated' : 'unchanged', present.id, written)
  },
  details: { fields: ['result', 'id', 'name', 'changed'] },
  quiet: ({ id, name }) => String(id ?? name),
})
