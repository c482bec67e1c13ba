import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { fields, numberOf } from '../../output-schema.ts'
import { passedOver } from '../../ui/call-plan.ts'
import { channelStatus, findChannel } from './channel-object.ts'

export const channelWhy = defineCommand({
  path: 'channel why',
  summary: {
    en: 'Explains why a channel is in use now, or why it is not',
    zh: '说明渠道当前为何使用或未使用',
  },
  examples: [
    'tollgate channel why openai-main',
    'tollgate channel why openai-main --model gpt-4o --group vip',
    'tollgate channel why openai-main --json',
  ],
  args: {
    channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' },
  },
  options: {
    model: {
      flag: '--model <model>',
      help: { en: "For this model (default: the channel's first)", zh: '模型（默认为该渠道的第一个）' },
    },
    group: {
      flag: '--group <group>',
      help: { en: "For this group (default: the channel's first)", zh: '分组（默认为该渠道的第一个）' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['planCall'],
  output: fields({
    id: 'integer',
    name: 'string',
    is_used: 'boolean',
    reason: ['string', 'null'],
    status: numberOf('channelStatus'),
    status_reason: ['string', 'null'],
    status_time: ['integer', 'null'],
    model: ['string', 'null'],
    group: 'string',
    models: 'string',
    groups: 'string',
    priority: 'integer',
    weight: 'integer',
    rank: ['integer', 'null'],
    share: ['number', 'null'],
    failed_lately: 'boolean',
    failures_in_a_row: 'integer',
    cooling_seconds: 'integer',
    keys: 'integer',
    usable_keys: 'integer',
    response_time: 'integer',
    test_time: 'integer',
  }),
  run: async ({ channel: reference, model: wantedModel, group: wantedGroup }, context) => {
    const { api } = context
    const channel = await findChannel(reference, context)
    const first = (list: string): string | undefined => list.split(',').find((each) => each !== '')
    const ownModel = first(channel.models)
    const model = wantedModel ?? (ownModel === undefined ? undefined : channel.model_prefix + ownModel)
    const group = wantedGroup ?? first(channel.group) ?? 'default'
    // A channel without models is looked up as well; the result then says that it has none.
    const plan = await api.get('/api/channel/plan', { query: { model: model ?? '-', group } })
    const planned = plan.channels.find(({ channel_id: id }) => id === channel.id)
    const info = readStatusInfo(channel.other_info)
    return {
      id: channel.id,
      name: channel.name,
      is_used: planned !== undefined && planned.reason === null,
      reason: planned === undefined ? (model === undefined ? 'no-models' : 'no-model') : planned.reason,
      status: channel.status,
      status_reason: info.status_reason,
      status_time: info.status_time,
      model: model ?? null,
      group,
      models: channel.models,
      groups: channel.group,
      priority: channel.priority,
      weight: channel.weight,
      rank: planned?.rank ?? null,
      share: planned?.share ?? null,
      failed_lately: planned?.failed_lately ?? false,
      failures_in_a_row: planned?.failures_in_a_row ?? 0,
      cooling_seconds: planned?.cooling_seconds ?? 0,
      keys: channel.key_count,
      usable_keys: planned?.usable_keys ?? channel.key_count,
      response_time: channel.response_time,
      test_time: channel.test_time,
      planned,
    }
  },
  details: {
    fields: [
      {
        key: 'is_used',
        heading: { en: 'verdict', zh: '结论' },
        value: ({ is_used: isUsed, rank, share, reason, planned }, { phrase }) => {
          if (isUsed) return phrase('why.used', { rank: rank ?? 1, percent: Math.round((share ?? 0) * 100) })
          if (planned !== undefined) return phrase('why.unused', { reason: passedOver(planned, phrase) })
          return phrase('why.unused', {
            reason: phrase(reason === 'no-models' ? 'why.noModels' : 'why.noModel'),
          })
        },
      },
      'name',
      'model',
      'group',
      { key: 'status', value: ({ status }, { phrase }) => channelStatus(status, phrase) },
      { key: 'status_reason', heading: { en: 'status reason', zh: '状态原因' } },
      {
        key: 'status_time',
        heading: { en: 'status since', zh: '状态时间' },
        value: ({ status_time: at }, { time }) => time(at ?? 0),
      },
      'models',
      { key: 'groups', heading: { en: 'groups', zh: '分组' } },
      'priority',
      'weight',
      {
        key: 'usable_keys',
        heading: { en: 'usable keys', zh: '可用密钥' },
        value: ({ usable_keys: usable, keys }) => `${usable}/${keys}`,
      },
      { key: 'failures_in_a_row', heading: { en: 'consecutive failures', zh: '连续失败' } },
      {
        key: 'test_time',
        heading: { en: 'last test', zh: '上次测试' },
        value: ({ test_time: at, response_time: ms }, { time }) =>
          at === 0 ? '-' : `${time(at)}, ${(ms / 1000).toFixed(1)} s`,
      },
    ],
  },
})

/** Reads what the daemon recorded when it changed a status automatically. */
function readStatusInfo(text: string): {
  readonly status_reason: string | null
  readonly status_time: number | null
} {
  try {
    const info: unknown = JSON.parse(text)
    if (typeof info === 'object' && info !== null)
      return {
        status_reason:
          'status_reason' in info && typeof info.status_reason === 'string' ? info.status_reason : null,
        status_time: 'status_time' in info && typeof info.status_time === 'number' ? info.status_time : null,
      }
  } catch {
    // The text is empty unless a status was changed automatically.
  }
  return { status_reason: null, status_time: null }
}
