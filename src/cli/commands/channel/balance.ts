import { usageError } from '../../cli-error.ts'
import { waitForChannelRun } from '../../client/readiness.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { either, listOf, outcome } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

const shape = outcome(['updated', 'started', 'failed', 'skipped'], {
  name: 'string',
  balance: ['string', 'null'],
  currency: ['string', 'null'],
})

export const channelBalance = defineCommand({
  path: 'channel balance',
  summary: { en: "Queries a channel's balance at its upstream", zh: '查询渠道在上游的余额' },
  examples: ['tollgate channel balance deepseek-main', 'tollgate channel balance --all --wait 10m'],
  timeoutMs: 60_000,
  args: {
    channel: {
      name: '[channel]',
      help: { en: 'Id or name', zh: '编号或名称' },
      pick: 'channel',
      pickUnless: 'everyChannel',
    },
  },
  options: {
    everyChannel: {
      flag: '--all',
      help: { en: 'Query all channels in the background', zh: '在后台查询全部渠道' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict],
  operations: ['updateChannelBalance'],
  output: either(shape, listOf(shape)),
  run: async ({ channel, everyChannel, wait }, context) => {
    const { api, phrase } = context
    if (everyChannel) {
      await api.get('/api/channel/update_balance')
      if (wait === undefined) return { result: 'started', name: '*', balance: null, currency: null }
      await waitForChannelRun(wait, context)
      const last = await api.get('/api/channel/last_run', { isLookup: true })
      return (last?.results ?? []).map((each) => ({
        result: each.result === 'passed' ? 'updated' : each.result,
        id: each.channel_id,
        name: each.channel_name,
        balance: each.balance,
        currency: each.currency,
        reason: each.reason,
      }))
    }
    if (channel === undefined) throw usageError(phrase('usage.needOne', { flags: '<channel>, --all' }))
    const { id, name } = await findChannel(channel, context)
    const { balance, currency } = await api.get('/api/channel/update_balance/{id}', { path: { id } })
    return { result: 'updated', id, name, balance, currency }
  },
  details: {
    fields: ['result', 'name', 'balance', { key: 'currency', heading: { en: 'currency', zh: '币种' } }],
  },
  quiet: ({ balance, result }) => balance ?? result,
})
