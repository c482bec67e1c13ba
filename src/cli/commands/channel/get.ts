import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { both, fields } from '../../output-schema.ts'
import { channelStatus, findChannel, listChannelTypes, withSlug } from './channel-object.ts'
import { describeSpoken } from './spoken.ts'

export const channelGet = defineCommand({
  path: 'channel get',
  summary: { en: 'Shows one channel', zh: '显示一个渠道' },
  examples: ['tollgate channel get openai-main', 'tollgate channel get 3 --json'],
  showsMoney: true,
  args: { channel: { name: '<channel>', help: { en: 'Id or name', zh: '编号或名称' }, pick: 'channel' } },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['searchChannels', 'listChannelTypes'],
  output: both({ $ref: 'Channel' }, fields({ type_slug: 'string' })),
  run: async ({ channel }, context) => {
    const [found, types] = await Promise.all([findChannel(channel, context), listChannelTypes(context.api)])
    return withSlug(found, types)
  },
  details: {
    fields: [
      'id',
      'name',
      'type_slug',
      { key: 'status', value: ({ status }, { phrase }) => channelStatus(status, phrase) },
      'base_url',
      'models',
      'group',
      'priority',
      'weight',
      'tag',
      { key: 'model_prefix', heading: { en: 'prefix', zh: '前缀' } },
      { key: 'key_count', heading: { en: 'keys', zh: '密钥数' } },
      {
        key: 'balance',
        value: ({ balance, balance_currency: currency }) =>
          currency === '' ? '-' : `${balance} ${currency}`,
      },
      { key: 'used_quota', value: ({ used_quota_exact: used }, { money }) => money.both(used) },
      { key: 'created_time', value: ({ created_time: created }, { time }) => time(created) },
      {
        key: 'speaks_found',
        heading: { en: 'speaks', zh: '接口' },
        value: ({ setting, speaks_found: found }, { phrase }) => describeSpoken(setting, found, phrase),
      },
      { key: 'other_info', heading: { en: 'status reason', zh: '状态原因' } },
    ],
  },
})
