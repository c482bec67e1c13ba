import { usageError } from '../../cli-error.ts'
import { given, toldResult, updateResults } from '../../client/ensure.ts'
import { absentProblem, findObject } from '../../client/find-object.ts'
import { type CommandContext, defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commaList, readJsonText } from '../../input/parsers.ts'
import { fields, listOf } from '../../output-schema.ts'
import { channelFieldOptions } from './channel-fields.ts'
import { type Channel, channelFinder } from './channel-object.ts'
import { warnUnknownGroups } from './warn-unknown-groups.ts'

export const channelTag = defineCommand({
  path: 'channel tag',
  summary: {
    en: 'Lists tags, tags channels, and updates all channels with a tag at once',
    zh: '列出标签、为渠道设置标签、批量修改带有同一标签的渠道',
  },
  examples: [
    'tollgate channel tag openai openai-main openai-backup',
    'tollgate channel tag openai --rename openai-eu --priority 10',
    'tollgate channel tag openai --remove',
  ],
  effect: 'write',
  hasDryRun: true,
  args: {
    tag: { name: '[tag]', help: { en: 'Tag; omit it to list all tags', zh: '标签；不填则列出全部' } },
    channels: {
      name: '[channel...]',
      help: { en: 'Ids or names of the channels to tag', zh: '要设置此标签的渠道编号或名称' },
    },
  },
  options: {
    clear: {
      flag: '--clear <channels>',
      help: {
        en: 'Remove the tag from these channels, comma-separated',
        zh: '移除这些渠道的标签，逗号分隔',
      },
      parse: (text: string) => commaList(text).split(','),
    },
    enable: {
      flag: '--enable',
      help: { en: 'Enable every channel with the tag', zh: '启用该标签的全部渠道' },
    },
    disable: {
      flag: '--disable',
      help: { en: 'Disable every channel with the tag', zh: '禁用该标签的全部渠道' },
    },
    rename: { flag: '--rename <tag>', help: { en: 'Rename the tag', zh: '标签改名' } },
    remove: {
      flag: '--remove',
      help: { en: 'Remove the tag from every channel that has it', zh: '从该标签的全部渠道移除此标签' },
    },
    models: {
      flag: '--models <list>',
      help: { en: 'Models of every channel with the tag', zh: '该标签全部渠道的模型' },
      parse: commaList,
    },
    groups: {
      flag: '--groups <list>',
      help: { en: 'Groups of every channel with the tag', zh: '该标签全部渠道的分组' },
      parse: commaList,
    },
    modelMapping: {
      flag: '--model-mapping <json>',
      help: { en: 'JSON or @file, for every channel with the tag', zh: 'JSON 或 @文件，用于该标签全部渠道' },
    },
    priority: channelFieldOptions.priority,
    weight: channelFieldOptions.weight,
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  isList: 'whole',
  operations: ['searchChannels'],
  output: listOf(
    fields({
      tag: 'string',
      channels: 'integer',
      enabled: 'integer',
      names: listOf('string'),
      result: { enum: ['present', ...updateResults] },
    }),
  ),
  run: async ({ tag, channels = [], clear, enable, disable, remove, dryRun, ...values }, context) => {
    const { api, phrase, say } = context
    if (enable && disable)
      throw usageError(phrase('usage.notTogether', { first: '--enable', second: '--disable' }))
    if (remove && values.rename !== undefined)
      throw usageError(phrase('usage.notTogether', { first: '--remove', second: '--rename' }))
    const edit = given({
      new_tag: values.rename,
      // Left out unless requested; the edit is then empty.
      remove_tag: remove || undefined,
      models: values.models,
      groups: values.groups,
      model_mapping: await readJsonText('--model-mapping', values.modelMapping, phrase),
      priority: values.priority,
      weight: values.weight,
    })
    const isEdit = Object.keys(edit).length > 0
    const isForAll = isEdit || enable || disable
    if (tag === undefined && isForAll) throw usageError(phrase('usage.tagAction'))
    if (values.groups !== undefined) await warnUnknownGroups(values.groups, context)
    const all = await listEvery(context)
    if (tag === undefined && clear === undefined) return overview(all)
    const toClear = await resolve(clear ?? [], all, context)
    const toTag = await resolve(channels, all, context)
    const ofTag = all.filter((each) => each.tag === tag)
    if (tag !== undefined && toTag.length === 0 && ofTag.length === 0) throw absentProblem('tag', tag, phrase)
    if (dryRun) say(phrase('say.dryRun'))
    else {
      for (const { id, tag: now } of toClear)
        if (now !== '') await api.put('/api/channel/', { body: { id, tag: '' } })
      if (tag !== undefined && toTag.length > 0)
        await api.post('/api/channel/batch/tag', { body: { ids: toTag.map(({ id }) => id), tag } })
      // Edits come last, because they may rename the tag.
      if (tag !== undefined && enable) await api.post('/api/channel/tag/enabled', { body: { tag } })
      if (tag !== undefined && disable) await api.post('/api/channel/tag/disabled', { body: { tag } })
      if (tag !== undefined && isEdit) await api.put('/api/channel/tag', { body: { tag, ...edit } })
    }
    const isChanged =
      isForAll === true || toClear.some((each) => each.tag !== '') || toTag.some((each) => each.tag !== tag)
    const isReadOnly = !isForAll && toTag.length === 0 && clear === undefined
    const result = isReadOnly ? ('present' as const) : toldResult(isChanged ? 'updated' : 'unchanged', dryRun)
    const wanted = new Set([values.rename ?? tag, ...toClear.map((each) => each.tag)])
    const after = dryRun || isReadOnly ? all : await listEvery(context)
    const rows = overview(after).filter((each) => wanted.has(each.tag) || each.tag === tag)
    const isGone = remove && tag !== undefined && !dryRun
    return [...rows, ...(isGone ? [{ tag, channels: 0, enabled: 0, names: [] }] : [])].map((each) => ({
      ...each,
      result,
    }))
  },
  quiet: ({ tag }) => tag,
  table: {
    columns: [
      { key: 'tag', room: 'keep' },
      { key: 'channels', heading: { en: 'channels', zh: '渠道数' }, align: 'right' },
      { key: 'enabled', heading: { en: 'enabled', zh: '已启用' }, align: 'right' },
      { key: 'names', room: 'shorten', rank: 1, heading: { en: 'names', zh: '渠道' } },
    ],
    empty: {
      en: 'No tags yet. Add one with: tollgate channel tag <tag> <channel>',
      zh: '还没有标签。设置：tollgate channel tag <标签> <渠道>',
    },
  },
})

const listEvery = ({ api }: CommandContext): Promise<Channel[]> =>
  api.list('/api/channel/search', {}, { limit: undefined, isLookup: true })

/** Finds channels by ID or name, using the list already fetched if the name is unique in it. */
async function resolve(
  references: readonly string[],
  all: readonly Channel[],
  context: CommandContext,
): Promise<Channel[]> {
  const found: Channel[] = []
  for (const reference of references) {
    const named = all.filter(({ name }) => name === reference)
    const [only] = named
    found.push(
      named.length === 1 && only !== undefined ? only : await findObject(reference, channelFinder(context)),
    )
  }
  return found
}

function overview(channels: readonly Channel[]) {
  const byTag = Map.groupBy(
    channels.filter(({ tag }) => tag !== ''),
    ({ tag }) => tag,
  )
  return [...byTag]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, members]) => ({
      tag,
      channels: members.length,
      enabled: members.filter(({ status }) => status === 1).length,
      names: members.map(({ name }) => name),
      result: 'present' as 'present' | (typeof updateResults)[number],
    }))
}
