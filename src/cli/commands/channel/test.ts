import { CliError } from '../../cli-error.ts'
import { waitForChannelRun } from '../../client/readiness.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { either, listOf, outcome } from '../../output-schema.ts'
import { findChannel } from './channel-object.ts'

const shape = outcome(['passed', 'failed', 'started', 'skipped'], {
  name: 'string',
  model: ['string', 'null'],
  seconds: ['number', 'null'],
  reason: ['string', 'null'],
})

export const channelTest = defineCommand({
  path: 'channel test',
  summary: {
    en: 'Sends a test request through a channel; exit 12 if it fails',
    zh: '测试渠道；失败时退出码为 12',
  },
  examples: [
    'tollgate channel test openai-main',
    'tollgate channel test openai-main --model gpt-4o-mini --json',
    'tollgate channel test --all --wait 10m',
  ],
  timeoutMs: 180_000,
  args: {
    channel: {
      name: '[channel]',
      help: { en: 'Id or name', zh: '编号或名称' },
      pick: 'channel',
      pickUnless: 'everyChannel',
    },
  },
  options: {
    model: { flag: '--model <model>', help: { en: 'Model to use', zh: '测试用模型' } },
    everyChannel: {
      flag: '--all',
      help: { en: 'Test all channels in the background', zh: '在后台测试全部渠道' },
    },
  },
  exits: [exitCodes.notFound, exitCodes.conflict, exitCodes.checkFailed],
  operations: ['testChannel'],
  output: either(shape, listOf(shape)),
  run: async ({ channel, model, everyChannel, wait }, context) => {
    const { api, phrase } = context
    if (everyChannel) {
      await api.get('/api/channel/test')
      if (wait === undefined)
        return { result: 'started', name: '*', model: null, seconds: null, reason: null }
      await waitForChannelRun(wait, context)
      const last = await api.get('/api/channel/last_run', { isLookup: true })
      return (last?.results ?? []).map((each) => ({
        result: each.result,
        id: each.channel_id,
        name: each.channel_name,
        model: each.model,
        seconds: each.seconds,
        reason: each.reason,
      }))
    }
    if (channel === undefined)
      throw new CliError('usage', exitCodes.usage, phrase('usage.needOne', { flags: '<channel>, --all' }))
    const found = await findChannel(channel, context)
    try {
      const answer = await api.answer('/api/channel/test/{id}', { path: { id: found.id }, query: { model } })
      return {
        result: 'passed',
        id: found.id,
        name: found.name,
        model: answer.data.model,
        seconds: answer.time,
        reason: null,
      }
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== exitCodes.checkFailed) throw error
      // A channel that fails its test is a finding, not a failure of this command, so it is reported as data.
      return {
        result: 'failed',
        id: found.id,
        name: found.name,
        model: model ?? null,
        seconds: null,
        reason: error.message,
      }
    }
  },
  details: {
    fields: [
      'result',
      'name',
      'model',
      {
        key: 'seconds',
        heading: { en: 'took', zh: '用时' },
        value: ({ seconds }) => (seconds === null ? '' : `${seconds} s`),
      },
      { key: 'reason', heading: { en: 'reason', zh: '原因' } },
    ],
  },
  quiet: ({ result }) => result,
  exitCode: (data) =>
    [data].flat().some(({ result }) => result === 'failed') ? exitCodes.checkFailed : exitCodes.done,
})
