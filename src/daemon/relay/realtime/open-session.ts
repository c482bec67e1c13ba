import { channelTypes } from '../../channel-types/index.ts'
import { isKeyDead } from '../../channel-types/key-death.ts'
import type { Channel } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Options } from '../../options/registry.ts'
import { openaiRealtime } from '../../protocols/openai/realtime.ts'
import { TransportError } from '../../upstream/exchange.ts'
import type { Admitted } from '../admit/admit.ts'
import type { FailedAnswer } from '../call/answer.ts'
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
} from '../call/attempt-rules.ts'
import type { AttemptRecord } from '../call/call.ts'
import { describeCall, HOP_HEADER, type PreparedCall } from '../call/prepare/prepare.ts'
import { describeTransportFault, describeUpstreamFailure } from '../call/upstream-errors.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { Plan } from '../route/plan.ts'
import { mayRetry } from '../route/retry.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { chooseWire, upstreamModelOf } from '../route/wire.ts'
import { HandshakeRefusal, openUpstreamSocket, type UpstreamSocket } from './upstream-socket.ts'

/** What came of a plan: a session at the last channel that was asked, or the error of it. */
export type Opening =
  | { readonly kind: 'open'; readonly session: OpenSession; readonly attempts: readonly AttemptRecord[] }
  | { readonly kind: 'failed'; readonly error: AppError; readonly attempts: readonly AttemptRecord[] }

export interface OpenSession {
  readonly prepared: PreparedCall
  readonly upstream: UpstreamSocket
  readonly firstByteMs: number
}

/** Whether a session can be had from a channel. */
export function servesRealtime(channel: Channel, model: string): boolean {
  const type = channelTypes.get(channel.type)
  return (
    type !== undefined &&
    chooseWire(type, channel, openaiRealtime, upstreamModelOf(channel, model)) !== undefined
  )
}

/**
 * Opens a session at the first candidate that takes it; the rules of retrying are those of any request, and hold until
 * the session is open.
 *
 * @param signal aborted when nobody wants the session any more
 * @throws AppError `no_available_channel`, `channel_misconfigured`
 */
export async function openSession(
  planned: Plan,
  admitted: Admitted,
  inbound: InboundRequest,
  { options, retry }: Snapshot,
  deps: RelayDeps,
  signal: AbortSignal,
): Promise<Opening> {
  const queue = [...planned.candidates]
  const mayRepeat: Channel[] = []
  const attempts: AttemptRecord[] = []
  const attemptsMax = planned.isPinned ? 1 : retry.extraAttempts + 1
  const triedKeys: TriedKeys = new Map()
  for (;;) {
    const channel = queue.shift()
    if (!channel)
      throw new AppError('no_available_channel', { values: { model: planned.model, group: planned.group } })
    const key = pickKey(channel, triedKeys, deps.health)
    const prepared = prepareHandshake(channel, key, admitted, inbound, options, deps)
    const startedMs = deps.clock.now()
    const answer = await dial(prepared, options, deps, signal)
    const attempted = 'upstream' in answer ? ({ kind: 'stream', hasOutput: true } as const) : answer
    attempts.push(recordAttempt(channel, attempted, startedMs, deps.clock.now()))
    if (!signal.aborted)
      noteHealth(channel, key, planned.model, attempted, options.AutomaticDisableKeywords, deps)
    if ('upstream' in answer) return { kind: 'open', session: answer, attempts }
    if (isKeyFault(answer) && hasUntriedKey(channel, triedKeys)) requeue(queue, channel)
    else if (retry.repeatsChannels && isWorthRepeating(answer)) mayRepeat.push(channel)
    if (queue.length === 0)
      queue.push(...mayRepeat.splice(0).filter((each) => !deps.health.isCooling(each.id, planned.model)))
    const isLast =
      signal.aborted ||
      queue.length === 0 ||
      attempts.length >= attemptsMax ||
      !mayRetry(retry, asFailedAttempt(answer))
    if (isLast) return { kind: 'failed', error: answer.error, attempts }
  }
}

/** @throws AppError `channel_misconfigured` */
function prepareHandshake(
  channel: Channel,
  key: string,
  admitted: Admitted,
  inbound: InboundRequest,
  options: Options,
  deps: RelayDeps,
): PreparedCall {
  const type = channelTypes.get(channel.type)
  const wire =
    type && chooseWire(type, channel, openaiRealtime, upstreamModelOf(channel, admitted.facts.model))
  if (!type || !wire)
    throw new AppError('channel_misconfigured', { detail: { channelId: channel.id, type: channel.type } })
  const call = describeCall({ channel, type, wire, key }, admitted, inbound, options)
  const target = type.target(call)
  const { firstByteTimeoutMs, idleTimeoutMs } = deps
  return {
    call,
    type,
    wire,
    translation: undefined,
    upstreamModel: call.model,
    hidesUsageChunk: false,
    request: {
      method: 'GET',
      url: withModel(target.url, call.model),
      headers: {
        'user-agent': `tollgate/${deps.version}`,
        [HOP_HEADER]: nextHops(inbound, deps.instanceId),
        'x-request-id': inbound.requestId,
        ...betaHeader(inbound),
        ...target.headers,
      },
      body: null,
      firstByteTimeoutMs,
      idleTimeoutMs,
    },
  }
}

async function dial(
  prepared: PreparedCall,
  options: Options,
  deps: RelayDeps,
  signal: AbortSignal,
): Promise<OpenSession | FailedAnswer> {
  const { url, headers } = prepared.request
  const dispatcher = deps.dispatchers.of(prepared.call.channel, url)
  const startedMs = deps.clock.now()
  try {
    const upstream = await openUpstreamSocket({ dispatcher, url, headers, signal })
    return { upstream, prepared, firstByteMs: deps.clock.now() - startedMs }
  } catch (error) {
    if (error instanceof TransportError) return transportFailure(prepared, error)
    if (error instanceof HandshakeRefusal) return refusal(prepared, error, options)
    throw error
  }
}

function transportFailure(prepared: PreparedCall, fault: TransportError): FailedAnswer {
  const error = describeTransportFault(fault)
  const { status } = error
  return {
    kind: 'failed',
    prepared,
    error,
    status,
    upstreamStatus: status,
    failure: undefined,
    isTransport: true,
    isContentPolicy: false,
    retryAfterSeconds: undefined,
  }
}

function refusal(prepared: PreparedCall, refused: HandshakeRefusal, options: Options): FailedAnswer {
  const { type, wire, call } = prepared
  // An answer that is neither a session nor an error (a page, a redirect) means that no such thing is there.
  if (refused.status < 400) return transportFailure(prepared, new TransportError('unreachable', refused))
  const failure =
    type.readFailure?.(refused.status, refused.body) ?? wire.readFailure(refused.status, refused.body)
  const status = call.channel.statusCodeMapping.get(refused.status) ?? refused.status
  const retryAfterSeconds = refused.status === 429 ? readSeconds(refused.headers['retry-after']) : undefined
  const isDead = status === refused.status && isKeyDead(type, refused.status, failure, '')
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, {
      hides: options['global.hide_upstream_error_enabled'],
      retryAfterSeconds,
      isKeyDead: isDead,
    }),
    isKeyDead: isDead,
    status,
    upstreamStatus: refused.status,
    failure,
    isTransport: false,
    retryAfterSeconds,
  }
}

function readSeconds(text: string | undefined): number | undefined {
  const seconds = Number(text ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}

/** Vendors whose address does not name the model yet get it in the query. */
function withModel(url: string, model: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('deployment') && !address.searchParams.has('model'))
    address.searchParams.set('model', model)
  return address.href
}

/** Beta sessions have other event names: the client's choice is the upstream's. */
function betaHeader({ headers }: InboundRequest): Record<string, string> {
  const asks =
    String(headers['openai-beta'] ?? '').includes('realtime=v1') ||
    (headers['sec-websocket-protocol'] ?? '').includes('openai-beta.realtime-v1')
  return asks ? { 'openai-beta': 'realtime=v1' } : {}
}

function nextHops({ headers }: InboundRequest, instanceId: string): string {
  const hops = headers[HOP_HEADER]
  return typeof hops === 'string' ? `${hops.slice(0, 200)},${instanceId}` : instanceId
}
