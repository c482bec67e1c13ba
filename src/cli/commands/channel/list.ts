import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { both, fields, listOf } from '../../output-schema.ts'
import {
  channelStatus,
  channelStatusNames,
  channelTypeNumber,
  listChannelTypes,
  withSlug,
} from './channel-object.ts'

/** Formats a channel's share of the calls within its priority; a range if it differs between models or groups. */
function percentOf({ lowest, highest }: { readonly lowest: number; readonly highest: number }): string {
  const [low, high] = [Math.round(lowest * 100), Math.round(highest * 100)]
  return low === high ? `${low}%` : `${low}-${high}%`
}

export const channelList = defineCommand({
  path: 'channel list',
  summary: { en: 'Lists channels, highest priority first', zh: '按优先级列出渠道' },
  examples: [
    'tollgate channel list',
    'tollgate channel list --type deepseek --json',
    'tollgate channel list --status auto-disabled -q',
  ],
  isList: true,
  showsMoney: true,
  options: {
    type: { flag: '--type <slug>', help: { en: 'Only this channel type', zh: '只显示此类型' } },
    status: {
      flag: '--status <status>',
      help: { en: 'Only this status', zh: '只显示此状态' },
      choices: channelStatusNames,
    },
    search: {
      flag: '--search <text>',
      help: { en: 'Only names containing this text', zh: '名称包含此文本' },
    },
    model: {
      flag: '--model <model>',
      help: { en: 'Only channels that serve it', zh: '只显示支持此模型的渠道' },
    },
    group: {
      flag: '--group <group>',
      help: { en: 'Only channels that serve it', zh: '只显示支持此分组的渠道' },
    },
  },
  exits: [exitCodes.rejected],
  operations: ['searchChannels', 'listChannelTypes'],
  output: listOf(both({ $ref: 'Channel' }, fields({ type_slug: 'string' }))),
  run: async ({ type, status, search, model, group, limit }, context) => {
    const { api, say, phrase } = context
    const query = {
      keyword: search,
      model,
      group,
      type: type === undefined ? undefined : await channelTypeNumber(type, context),
      status: status === undefined ? undefined : channelStatusNames.indexOf(status) + 1,
    }
    const [channels, types] = await Promise.all([
      api.list('/api/channel/search', query, {
        limit,
        onCut: (shown, total) => say(phrase('say.cut', { shown, total })),
      }),
      listChannelTypes(api),
    ])
    return channels.map((each) => withSlug(each, types))
  },
  table: {
    columns: [
      { key: 'id', room: 'keep' },
      { key: 'name', room: 'name' },
      { key: 'type_slug', rank: 1 },
      { key: 'status', rank: 2, value: ({ status }, { phrase }) => channelStatus(status, phrase) },
      { key: 'models', room: 'shorten', rank: 1 },
      'group',
      { key: 'priority', align: 'right' },
      {
        key: 'weight',
        align: 'right',
        value: ({ weight, share }) =>
          share === undefined ? String(weight) : `${weight} (${percentOf(share)})`,
      },
      {
        key: 'response_time',
        align: 'right',
        value: ({ response_time: ms }) => (ms > 0 ? `${(ms / 1000).toFixed(1)} s` : '-'),
      },
      {
        key: 'used_quota',
        room: 'keep',
        align: 'right',
        value: ({ used_quota_exact: used }, { money }) => money.both(used),
      },
    ],
    empty: {
      en: 'No channels found. Create one with: tollgate channel create',
      zh: '没有找到渠道。创建：tollgate channel create',
    },
  },
})
