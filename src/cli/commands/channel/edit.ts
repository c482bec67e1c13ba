import { usageError } from '../../cli-error.ts'
import { editedShape, editObject } from '../../client/edit-object.ts'
import { given, toldResult } from '../../client/ensure.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { channelFieldOptions, readChannelFields } from './channel-fields.ts'
import { channelFinder, channelTypeNumber, findChannel } from './channel-object.ts'

export const channelEdit = defineCommand({
  path: 'channel edit',
  summary: { en: 'Updates a channel; omitted fields are unchanged', zh: '修改渠道，未给出的内容保持不变' },
  examples: [
    'tollgate channel edit openai-main --models gpt-4o,gpt-4o-mini --priority 10',
    'tollgate channel edit openai-main --key-stdin < key.txt',
    'tollgate channel edit openai-main --name openai-eu --dry-run',
  ],
  effect: 'write',
  hasDryRun: true,
  args: {
    channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' },
  },
  options: {
    name: { flag: '--name <name>', help: { en: 'New name', zh: '新名称' } },
    type: {
      flag: '--type <slug>',
      help: { en: 'Channel type, see channel types', zh: '渠道类型，见 channel types' },
    },
    ...channelFieldOptions,
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateChannel'],
  output: editedShape,
  run: async ({ channel: reference, name, type: slug, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    const { key, ...fields } = await readChannelFields(values, context)
    const type = slug === undefined ? undefined : await channelTypeNumber(slug, context)
    const wanted = { ...given({ name, type }), ...fields }
    const withKey = given({ key })
    if (Object.keys(wanted).length > 0) {
      let isKeySent = false
      const edited = await editObject(
        {
          reference,
          wanted,
          newName: name,
          dryRun,
          finder: channelFinder(context),
          // The key is sent along, because an address on another host is refused without it.
          write: ({ id }, changes) => {
            isKeySent = true
            return api.put('/api/channel/', { body: { id, ...changes, ...withKey } })
          },
        },
        context,
      )
      if (key === undefined) return edited
      if (!isKeySent && !dryRun) await api.put('/api/channel/', { body: { id: edited.id, ...withKey } })
      return { ...edited, result: toldResult('updated', dryRun), changed: [...edited.changed, 'key'] }
    }
    if (key === undefined) throw usageError(phrase('usage.nothingGiven'), { hint: phrase('hint.help') })
    const present = await findChannel(reference, context)
    const { id, name: presentName, key_fingerprint: before } = present
    if (dryRun) say(phrase('say.dryRun'))
    // Only the server knows whether the key changed: its fingerprint changes with it.
    const after = dryRun ? undefined : await api.put('/api/channel/', { body: { id, ...withKey } })
    const isSame = after?.key_fingerprint === before
    return {
      result: toldResult(isSame ? 'unchanged' : 'updated', dryRun),
      id,
      name: presentName,
      changed: isSame ? [] : ['key'],
    }
  },
  details: { fields: ['result', 'id', 'name', 'changed'] },
})
