import type { Knex } from 'knex'
import { channelTypes } from '../channel-types/index.ts'
import { readModelIds } from '../channel-types/openai-family.ts'
import type { BalanceQuery, Channel, ChannelType } from '../channel-types/types.ts'
import { type AutomaticStatus, disableReason } from '../channels/automatic-status.ts'
import type { FoundFormats } from '../channels/found-formats.ts'
import { lockAccount } from '../channels/lock-account.ts'
import { type Clock, unixSeconds } from '../clock.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { inWords } from '../errors/fill-in.ts'
import type { Options } from '../options/registry.ts'
import type { JsonValue } from '../protocols/types.ts'
import { describeTransportFault } from '../relay/call/upstream-errors.ts'
import type { CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { TransportError } from '../upstream/exchange.ts'
import { accountCall, askForJson } from './account-call.ts'
import type { ChannelCalls, ChannelTrial, FinishedRun, ModelListForm, RunResult } from './channel-calls.ts'
import { type FormatTest, testFormats } from './test-formats.ts'
import { faultOf, whyNoModels } from './why-no-models.ts'

const MODELS_MAX = 20_000

export interface UpstreamCallDeps {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly clock: Clock
  readonly version: string
  channels(): ReadonlyMap<number, Channel>
  options(): Options
  readonly status: AutomaticStatus
  readonly formats: FoundFormats
  /** Called if a channel fails in a background run. */
  readonly onError: (error: unknown, channelId: number) => void
}

/**
 * Creates channel tests, model lists and balance queries: the key is sent to the channel's own URL and nowhere else.
 */
export function createChannelCalls(deps: UpstreamCallDeps): ChannelCalls {
  let run: { kind: 'test' | 'balance'; done: number; total: number } | undefined
  let last: FinishedRun | undefined

  const find = (id: number): Channel => {
    const channel = deps.channels().get(id)
    if (!channel) throw new AppError('channel_not_found', { values: { id } })
    return channel
  }

  const makeTest = async (channel: Channel, model: string | undefined, findsAgain: boolean) => {
    const type = typeOf(channel.type)
    const chosen = model || channel.testModel || channel.models[0] || 'gpt-4o-mini'
    const upstreamModel = channel.modelMapping.get(chosen) ?? chosen
    const asked = { model: upstreamModel, findsAgain }
    const { problem, report, tookMs, found } = await testFormats(channel, type, asked, deps).catch(
      toMisconfigured,
    )
    if (found) await deps.formats.remember(channel, found)
    await deps
      .knex('channels')
      .where({ id: channel.id })
      .update({ response_time: Math.max(1, tookMs), test_time: unixSeconds(deps.clock) })
    return { model: chosen, upstreamModel, seconds: tookMs / 1000, problem, report }
  }

  const test = async (channel: Channel, model?: string, findsAgain = false) => {
    const { problem, seconds, model: chosen } = await makeTest(channel, model, findsAgain)
    if (problem)
      throw new AppError('channel_test_failed', {
        values: { reason: problem.text },
        detail: { seconds, status: problem.status, failure: problem.failure },
      })
    return { seconds, model: chosen }
  }

  const trial = async (
    channel: Channel,
    wanted: string | undefined,
    showsAll: boolean,
  ): Promise<ChannelTrial> => {
    // Model after model is tried, and each call costs something, so formats found earlier are not checked again.
    const { model, upstreamModel, seconds, problem, report } = await makeTest(channel, wanted, false)
    return { model, upstreamModel, seconds, problem: problem?.text, exchange: await report(showsAll) }
  }

  /**
   * Runs a balance query. Some vendors accept the better query only for some kinds of keys; for others the fallback is
   * used.
   */
  const askBalance = async (
    channel: Channel,
    query: BalanceQuery,
  ): Promise<ReturnType<BalanceQuery['read']>> => {
    const call = accountCall(channel, '', deps.options())
    try {
      const bodies: JsonValue[] = []
      for (const target of query.requests(call, new Date(deps.clock.now())))
        bodies.push(await askForJson(deps, channel, target))
      return query.read(bodies, call)
    } catch (thrown) {
      const error = thrown instanceof TransportError ? faultOfAccount(thrown) : thrown
      if (!query.fallback || !(error instanceof AppError)) throw error
      return askBalance(channel, query.fallback)
    }
  }

  const updateBalance = async (channel: Channel) => {
    const type = typeOf(channel.type)
    const query = type.balance
    if (!query) throw new AppError('channel_balance_unsupported', { values: { type: type.label } })
    const { balance, currency } = await askBalance(channel, query)
    const columns = { balance, balance_currency: currency, balance_updated_time: unixSeconds(deps.clock) }
    await deps.knex.transaction(async (trx) => {
      if (!(await lockAccount(trx, channel, deps.secrets))) throw new AppError('channel_changed')
      await trx('channels').where({ id: channel.id }).update(columns)
    })
    return { balance, currency }
  }

  const fetchModels = async (channel: Channel) => {
    const type = typeOf(channel.type)
    try {
      const call = accountCall(channel, '/v1/models', deps.options())
      const body = await askForJson(deps, channel, type.target(call))
      const ids = type.readModelList?.(body) ?? readModelIds(body)
      return ids.slice(0, MODELS_MAX)
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'fetch_models_failed') throw cause
      throw new AppError('fetch_models_failed', { cause, values: { reason: whyNoModels(cause) } })
    }
  }

  /** Starts a background run, one at a time, whatever its kind. Errors of one channel never end it. */
  const inBackground = (
    kind: 'test' | 'balance',
    channels: readonly Channel[],
    each: (channel: Channel, note: (found: RunResult['found']) => void) => Promise<void>,
  ) => {
    if (run) return false
    const state = { kind, done: 0, total: channels.length }
    run = state
    const work = async () => {
      const results: RunResult[] = []
      for (const channel of channels) {
        let found: RunResult['found'] = { kind: 'skipped' }
        await each(channel, (noted) => {
          found = noted
        }).catch((error: unknown) => {
          found = { kind: 'failed', error }
          deps.onError(error, channel.id)
        })
        results.push({ channelId: channel.id, channelName: channel.name, found })
        state.done += 1
      }
      last = { kind, finishedTime: unixSeconds(deps.clock), results }
    }
    void work().finally(() => {
      run = undefined
    })
    return true
  }

  return {
    test: (id, model) => test(find(id), model, true),
    trial: async (id, model, showsAll) => trial(find(id), model, showsAll),
    testAll: () =>
      inBackground('test', [...deps.channels().values()], (channel, note) =>
        testAndJudge(channel, (each) => noting(test(each), 'tested', note), deps),
      ),
    progress: () => run,
    lastRun: () => last,
    fetchModels: (id) => fetchModels(find(id)),
    fetchModelsFor: (form) => fetchModels(channelOfForm(form)),
    updateBalance: (id) => updateBalance(find(id)),
    updateAllBalances: () =>
      inBackground(
        'balance',
        [...deps.channels().values()].filter((each) => each.status === 1),
        (channel, note) =>
          balanceAndJudge(channel, (each) => noting(updateBalance(each), 'balance', note), deps),
      ),
  }
}

/**
 * Explains to administrators which column of a channel is wrong. Clients of the relay are only told to ask an
 * administrator.
 *
 * @throws any other error unchanged
 */
function toMisconfigured(error: unknown): Pick<FormatTest, 'problem' | 'report' | 'tookMs' | 'found'> {
  if (!(error instanceof AppError) || error.code !== 'channel_misconfigured') throw error
  const why = faultOf(error)
  return {
    problem: {
      text: why,
      status: 0,
      failure: { message: why.en, type: '', code: error.code, param: null },
    },
    report: async () => undefined,
    tookMs: 0,
  }
}

/** Recognizes that there is nothing to test; the channel keeps its state. */
const cannotBeTested = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'channel_test_unsupported'

/** Awaits the outcome and records it. */
async function noting<K extends 'tested' | 'balance', T extends object>(
  outcome: Promise<T>,
  kind: K,
  note: (found: RunResult['found']) => void,
): Promise<T> {
  try {
    const value = await outcome
    note({ kind, ...value } as unknown as RunResult['found'])
    return value
  } catch (error) {
    note(cannotBeTested(error) ? { kind: 'skipped' } : { kind: 'failed', error })
    throw error
  }
}

function typeOf(number: number): ChannelType {
  const type = channelTypes.get(number)
  if (!type) throw new AppError('channel_test_unsupported', { values: { type: number } })
  return type
}

/**
 * Tests a channel in a run over all channels: it is disabled if it is slower than the threshold or has a dead key; a
 * success re-enables it if it was disabled automatically.
 */
async function testAndJudge(
  channel: Channel,
  test: (channel: Channel) => Promise<{ readonly seconds: number }>,
  deps: UpstreamCallDeps,
): Promise<void> {
  try {
    const { seconds } = await test(channel)
    const limit = Number(deps.options().ChannelDisableThreshold)
    if (limit > 0 && seconds > limit)
      await deps.status.disable(channel, inWords('slowTest', { seconds: seconds.toFixed(1), limit }))
    else await deps.status.enable(channel)
  } catch (error) {
    const reason = disableReason(error, channel, deps.options())
    if (reason) await deps.status.disable(channel, reason)
    else if (!(error instanceof AppError) && !(error instanceof TransportError)) throw error
  }
}

/**
 * Converts a transport failure of a balance query. An administrator can correct the channel's URL, whereas clients are
 * told to try again later.
 */
const faultOfAccount = (fault: TransportError): AppError =>
  fault.fault === 'unreachable'
    ? new AppError('channel_unreachable', { cause: fault })
    : describeTransportFault(fault)

async function balanceAndJudge(
  channel: Channel,
  update: (channel: Channel) => Promise<{ readonly balance: string }>,
  deps: UpstreamCallDeps,
): Promise<void> {
  if (!channelTypes.get(channel.type)?.balance) return
  const { balance } = await update(channel)
  if (Number(balance) <= 0) await deps.status.disable(channel, inWords('noBalance'))
}

function channelOfForm(form: ModelListForm): Channel {
  const key =
    form.key
      .split(/[,\n]/)
      .map((each) => each.trim())
      .find(Boolean) ?? ''
  return {
    id: -1,
    type: form.type,
    name: '',
    keys: [key],
    openaiOrganization: '',
    maxInputTokens: 0,
    baseUrl: form.baseUrl.replace(/\/+$/, ''),
    other: form.other ?? '',
    modelMapping: new Map(),
    statusCodeMapping: new Map(),
    models: [],
    groups: [],
    autoBan: false,
    testModel: '',
    priority: 0,
    weight: 0,
    tag: '',
    modelPrefix: '',
    setting: { noConnectionReuse: true },
    paramOverride: undefined,
    systemPrompt: '',
    status: 1,
    createdTime: 0,
  }
}
