import { channelTypes } from '../../channel-types/index.ts'
import { traitsOf } from '../../channel-types/traits.ts'
import type { Call, Channel, ChannelType } from '../../channel-types/types.ts'
import type { AttemptCounts } from '../../channels/attempt-counts.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Codec } from '../../protocols/types.ts'
import { CredentialRefusal, type CredentialStore } from '../../upstream/credentials.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import type { Admitted } from '../admit/admit.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { Health } from '../route/health.ts'
import type { Plan } from '../route/plan.ts'
import { mayRetry, type RetryRules } from '../route/retry.ts'
import { chooseWire, upstreamModelOf } from '../route/wire.ts'
import type { Answer, FailedAnswer, PlainAnswer, StreamAnswer } from './answer.ts'
import { attempt } from './attempt.ts'
import {
  asFailedAttempt,
  hasUntriedKey,
  isKeyFault,
  isWorthRepeating,
  noteHealth,
  pickKey,
  recordAttempt,
  requeue,
  type TriedKeys,
} from './attempt-rules.ts'
import { refusedBeforehand } from './failed-answer.ts'
import { describeCall, type PrepareSettings, prepare, speaksSame } from './prepare/prepare.ts'
import type { ReasoningMemory } from './prepare/reasoning-memory.ts'
import {
  type DecodedRequest,
  decodeRequest,
  type FetchMedia,
  hasMediaLinks,
  withInlineMedia,
} from './prepare/translation.ts'

/** One attempt as the log tells it. */
export interface AttemptRecord {
  readonly channelId: number
  readonly channelName: string
  readonly priority: number
  readonly weight: number
  /** 200 when it gave an answer. */
  readonly status: number
  readonly startedMs: number
  readonly tookMs: number
  /** The error's code; undefined for the attempt that answered. */
  readonly error: string | undefined
  /** What the upstream said, keys cut out: for administrators. */
  readonly reason: string | undefined
  readonly errorType: string | undefined
  readonly errorCode: string | undefined
}

/** What came of a plan: an answer from the last attempt, or the error of it. */
export interface CallResult {
  readonly answer: PlainAnswer | StreamAnswer | FailedAnswer
  readonly attempts: readonly AttemptRecord[]
}

export interface CallDeps {
  readonly dispatchers: Dispatchers
  readonly health: Health
  readonly attempts: Pick<AttemptCounts, 'note'>
  readonly clock: { now(): number }
  readonly retry: RetryRules
  readonly settings: PrepareSettings
  readonly credentials: CredentialStore
  readonly reasoning: ReasoningMemory
  readonly fetchMedia: FetchMedia
  /** A failure that means the key or the account is dead; not awaited. */
  readonly onDeadKey: (channel: Channel, key: string, answer: FailedAnswer) => void
  /** Registers what to do when the daemon must end now. @returns what takes it back */
  readonly onShutdown: (stop: () => void) => () => void
}

/**
 * Tries the candidates one after another until one gives something, the rules forbid a further attempt, or the client
 * is gone. A success without any output counts as a failure as long as there is somebody else to ask. No channel is
 * asked again before every candidate was; then, if the rules allow it, those that may do better get another turn.
 *
 * @throws AppError `no_available_channel`, `channel_misconfigured`, and `shutting_down` when the daemon ends first
 */
export async function call(
  plan: Plan,
  admitted: Admitted,
  inbound: Inbound,
  deps: CallDeps,
): Promise<CallResult> {
  const keywords = deps.settings.options.AutomaticDisableKeywords
  const queue = [...plan.candidates]
  const mayRepeat: Channel[] = []
  const attempts: AttemptRecord[] = []
  const attemptsMax = plan.isPinned ? 1 : deps.retry.extraAttempts + 1
  const triedKeys: TriedKeys = new Map()
  const decode = decodeOnce(admitted, inbound, deps.reasoning)
  let untranslatable: AppError | undefined
  let current: UpstreamExchange | undefined
  let isStopping = false
  const isAbandoned = () => inbound.client.isGone || isStopping
  inbound.client.onGone(() => current?.abort())
  const forgetStop = deps.onShutdown(() => {
    isStopping = true
    current?.abort()
  })
  try {
    for (;;) {
      const channel = queue.shift()
      if (!channel)
        throw (
          untranslatable ??
          new AppError('no_available_channel', { values: { model: plan.model, group: plan.group } })
        )
      const key = pickKey(channel, triedKeys, deps.health)
      const startedMs = deps.clock.now()
      let answer: Answer
      try {
        answer = await tryChannel(channel, key, decode, admitted, inbound, deps, (exchange) => {
          current = exchange
          if (isAbandoned()) exchange.abort()
        })
      } catch (error) {
        // What one channel's vendor cannot be told, another one may understand as it is.
        if (!isUntranslatable(error)) throw error
        untranslatable ??= error
        continue
      }
      attempts.push(recordAttempt(channel, answer, startedMs, deps.clock.now()))
      // A call that we broke off ourselves says nothing about the channel.
      if (!isAbandoned()) noteHealth(channel, key, plan.model, answer, keywords, deps)
      if (isStopping && answer.kind === 'failed')
        throw new AppError('shutting_down', { retryAfterSeconds: 5 })
      if (answer.kind !== 'failed' && answer.hasOutput) return { answer, attempts }
      if (answer.kind === 'failed' && isKeyFault(answer) && hasUntriedKey(channel, triedKeys))
        requeue(queue, channel)
      else if (deps.retry.repeatsChannels && isWorthRepeating(answer)) mayRepeat.push(channel)
      if (queue.length === 0)
        queue.push(...mayRepeat.splice(0).filter((each) => !deps.health.isCooling(each.id, plan.model)))
      const isLast =
        isAbandoned() ||
        queue.length === 0 ||
        attempts.length >= attemptsMax ||
        !mayRetry(deps.retry, asFailedAttempt(answer))
      if (isLast) return { answer, attempts }
      if (answer.kind === 'stream') answer.opening.exchange.abort()
    }
  } finally {
    inbound.client.onGone(undefined)
    forgetStop()
  }
}

/** The request in the neutral form, made when the first channel needs it; undefined for what is no conversation. */
type Decode = () => DecodedRequest | undefined

function decodeOnce(admitted: Admitted, { codec }: Inbound, reasoning: ReasoningMemory): Decode {
  let decoded: DecodedRequest | undefined
  return () => {
    if (decoded || !codec.client) return decoded
    const { request, losses } = decodeRequest(admitted, codec.client)
    decoded = { request: reasoning.restore(admitted.caller.userId, request), losses }
    return decoded
  }
}

const isUntranslatable = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'translation_unsupported' || error.code === 'translation_lossy')

/** Makes one attempt; a second one where the vendor took the derived token back before its time. */
async function tryChannel(
  channel: Channel,
  key: string,
  decode: Decode,
  admitted: Admitted,
  inbound: Inbound,
  deps: CallDeps,
  onExchange: (exchange: UpstreamExchange) => void,
): Promise<Answer> {
  const type = channelTypes.get(channel.type)
  const wire =
    type && chooseWire(type, channel, inbound.codec, upstreamModelOf(channel, admitted.facts.model))
  if (!type || !wire)
    throw new AppError('channel_misconfigured', { detail: { channelId: channel.id, type: channel.type } })
  const destination = { channel, type, wire, key }
  const { settings } = deps
  const call = describeCall(destination, admitted, inbound, settings.options)
  const hidesUpstreamErrors = settings.options['global.hide_upstream_error_enabled']
  for (let round = 1; ; round += 1) {
    let ready: Awaited<ReturnType<typeof equip>>
    try {
      ready = await equip(call, type, wire, decode, admitted, inbound, deps)
    } catch (error) {
      if (!(error instanceof CredentialRefusal || error instanceof TransportError)) throw error
      return refusedBeforehand(call, type, wire, error, hidesUpstreamErrors)
    }
    const prepared = prepare(destination, ready.call, ready.decoded, admitted, inbound, settings, deps.clock)
    const answer = await attempt(prepared, channel, {
      dispatchers: deps.dispatchers,
      now: () => deps.clock.now(),
      onExchange,
      hidesUpstreamErrors,
      wantsStream: admitted.facts.isStream,
    })
    if (round > 1 || answer.kind !== 'failed' || !isCredentialExpired(type, answer)) return answer
    deps.credentials.forget(ready.call)
  }
}

/** What a call needs before it can be written: a token derived from the key, linked pictures fetched. */
async function equip(
  call: Call,
  type: ChannelType,
  wire: Codec,
  decode: Decode,
  admitted: Admitted,
  inbound: Inbound,
  deps: CallDeps,
): Promise<{ readonly call: Call; readonly decoded: DecodedRequest | undefined }> {
  const credential = type.credential ? await deps.credentials.get(type.credential, call) : undefined
  const equipped = credential === undefined ? call : { ...call, credential }
  if (!wire.upstream || speaksSame({ type, wire }, call, inbound, admitted)) {
    const gathers = wire.upstream && call.isStream && !admitted.facts.isStream
    return { call: equipped, decoded: gathers ? decode() : undefined }
  }
  const decoded = decode()
  const traits = traitsOf(type, call)
  const keepsLink = traits.keepsLink ?? (() => false)
  if (!decoded || traits.takesMediaUrls !== false || !hasMediaLinks(decoded.request, keepsLink))
    return { call: equipped, decoded }
  const request = await withInlineMedia(decoded.request, keepsLink, deps.fetchMedia)
  return { call: equipped, decoded: { ...decoded, request } }
}

const isCredentialExpired = (type: ChannelType, answer: FailedAnswer): boolean =>
  type.credential !== undefined &&
  answer.failure !== undefined &&
  (type.credential.isExpired?.(answer.upstreamStatus, answer.failure) ?? answer.upstreamStatus === 401)
