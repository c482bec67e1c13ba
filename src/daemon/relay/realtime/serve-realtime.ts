import type { IncomingHttpHeaders } from 'node:http'
import type { WebSocket as ClientSocket, RawData } from 'ws'
import { type Amount, ZERO } from '../../billing/amount.ts'
import { priceUsage } from '../../billing/price.ts'
import { channelTypes } from '../../channel-types/index.ts'
import { AppError } from '../../errors/app-error.ts'
import { openaiRealtime, RealtimeMeter, renderRealtimeError } from '../../protocols/openai/realtime.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { type Admitted, admit } from '../admit.ts'
import type { AttemptRecord } from '../call.ts'
import { identify, readKey } from '../identify.ts'
import type { InboundRequest } from '../inbound.ts'
import type { LiveStream } from '../live-streams.ts'
import { type Plan, plan } from '../plan.ts'
import { describeCall, HOP_HEADER, type PreparedCall } from '../prepare.ts'
import { admitDeps, type RelayDeps, reserveDeps } from '../relay-deps.ts'
import { describeError, toAppError } from '../render-error.ts'
import { newRequestId } from '../request-id.ts'
import { type Hold, priceOf, reserve } from '../reserve.ts'
import { settle } from '../settle.ts'
import { chooseWire, upstreamModelOf } from '../wire.ts'
import { pipeSession, type SessionEnd } from './pipe-session.ts'
import { openUpstreamSocket } from './upstream-socket.ts'

/** Frames of the client that wait for the upstream; more than a session's beginning is nobody's honest use. */
const EARLY_CHARS_MAX = 1_048_576

/** What a WebSocket request brought. */
export interface RealtimeRequest {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly address: string
}

interface OpenSession {
  readonly prepared: PreparedCall
  readonly upstream: Awaited<ReturnType<typeof openUpstreamSocket>>
  readonly attempts: readonly AttemptRecord[]
  readonly firstByteMs: number
}

/**
 * One realtime session: admitted, held and charged like any request; the charge grows with each response, and the
 * session ends when the quota does. One log row, at its end.
 */
export async function serveRealtime(
  socket: ClientSocket,
  request: RealtimeRequest,
  deps: RelayDeps,
): Promise<void> {
  const early = gatherEarly(socket)
  const inbound = describeInbound(request, deps)
  let admitted: Admitted
  let planned: Plan
  let hold: Hold
  try {
    const identity = await identify(readSocketKey(request.headers), deps.callers)
    admitted = await admit(identity, inbound, admitDeps(deps))
    const snapshot = deps.snapshot()
    const { model } = admitted.facts
    planned = plan(
      snapshot,
      {
        group: admitted.group,
        model,
        pinnedChannelId: admitted.pinnedChannelId,
        promptTokens: 0,
        serves: (channel) => {
          const type = channelTypes.get(channel.type)
          return (
            type !== undefined &&
            chooseWire(type, channel, openaiRealtime, upstreamModelOf(channel, model)) !== undefined
          )
        },
      },
      deps.health,
      Math.random,
    )
    const held = await reserve(
      admitted,
      inbound,
      planned,
      priceOf(snapshot, admitted, planned),
      0,
      reserveDeps(deps),
    )
    if ('body' in held) throw new AppError('idempotency_stream_done', { values: { id: inbound.requestId } })
    hold = held
  } catch (error) {
    return refuse(socket, toAppError(error), inbound)
  }
  deps.began()
  try {
    await runSession(socket, early, admitted, planned, hold, inbound, deps)
  } finally {
    deps.ended()
  }
}

async function runSession(
  socket: ClientSocket,
  early: EarlyFrames,
  admitted: Admitted,
  planned: Plan,
  hold: Hold,
  inbound: InboundRequest,
  deps: RelayDeps,
): Promise<void> {
  let session: OpenSession
  try {
    session = await openSession(planned, admitted, inbound, deps)
  } catch (error) {
    await deps.ledger.submit({ op: 'void', id: hold.id, atMs: deps.clock.now(), logs: [] })
    return refuse(socket, toAppError(error), inbound)
  }
  const meter = new RealtimeMeter()
  let stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void = () => {}
  const live = liveSession(hold, meter, () => stop('cut-by-quota'))
  deps.live.add(live)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  const ended = await pipeSession(socket, session.upstream, {
    meter,
    early: early.take(),
    onResponse: () => deps.live.check(live),
    onStop: (fn) => {
      stop = fn
    },
  })
  forgetStop()
  deps.live.remove(live)
  await settleSession(admitted, planned, hold, live.held, session, meter, ended, inbound, deps)
  const error = describeEnd(ended)
  if (error) return refuse(socket, error, inbound)
  socket.close(1000)
}

/** Opens a session at the first candidate that takes it. @throws AppError of the last one that did not */
async function openSession(
  planned: Plan,
  admitted: Admitted,
  inbound: InboundRequest,
  deps: RelayDeps,
): Promise<OpenSession> {
  const attempts: AttemptRecord[] = []
  let last = new AppError('no_available_channel', { values: { model: planned.model, group: planned.group } })
  const { options, retry } = deps.snapshot()
  for (const channel of planned.candidates.slice(0, retry.extraAttempts + 1)) {
    const type = channelTypes.get(channel.type)
    const wire =
      type && chooseWire(type, channel, openaiRealtime, upstreamModelOf(channel, admitted.facts.model))
    if (!type || !wire) continue
    const key = deps.health.takeKey(channel)
    const destination = { channel, type, wire, key }
    const call = describeCall(destination, admitted, inbound, options)
    const startedMs = deps.clock.now()
    const target = type.target(call)
    const record = (status: number, error: string | undefined): AttemptRecord => ({
      channelId: channel.id,
      channelName: channel.name,
      priority: channel.priority,
      weight: channel.weight,
      status,
      startedMs,
      tookMs: deps.clock.now() - startedMs,
      error,
      reason: undefined,
      errorType: undefined,
      errorCode: undefined,
    })
    const url = withModel(target.url, call.model)
    const headers = { ...target.headers, ...betaHeader(inbound), [HOP_HEADER]: deps.instanceId }
    try {
      const upstream = await openUpstreamSocket(destination, url, headers, deps.dispatchers)
      deps.health.noteSuccess(channel.id, planned.model)
      attempts.push(record(200, undefined))
      const { firstByteTimeoutMs, idleTimeoutMs } = deps
      return {
        upstream,
        attempts,
        firstByteMs: deps.clock.now() - inbound.startedMs,
        prepared: {
          call,
          type,
          wire,
          translation: undefined,
          upstreamModel: call.model,
          hidesUsageChunk: false,
          request: { method: 'GET', url, headers: {}, body: null, firstByteTimeoutMs, idleTimeoutMs },
        },
      }
    } catch (error) {
      last = toAppError(error)
      attempts.push(record(last.status, last.code))
      deps.health.noteFailure(channel.id, planned.model, undefined)
    }
  }
  throw last
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
    headers['openai-beta'] === 'realtime=v1' ||
    (headers['sec-websocket-protocol'] ?? '').includes('openai-beta.realtime-v1')
  return asks ? { 'openai-beta': 'realtime=v1' } : {}
}

/** Browsers cannot set headers: there the key stands among the protocols. */
function readSocketKey(headers: IncomingHttpHeaders): string {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
  const prefix = 'openai-insecure-api-key.'
  const found = protocols.find((each) => each.startsWith(prefix))
  return found ? found.slice(prefix.length) : readKey(headers)
}

function describeInbound({ headers, query, address }: RealtimeRequest, deps: RelayDeps): InboundRequest {
  const startedMs = deps.clock.now()
  const body: JsonObject = query.model === undefined ? {} : { model: query.model }
  return {
    requestId: newRequestId(startedMs),
    startedMs,
    path: openaiRealtime.path,
    codec: openaiRealtime,
    headers,
    query,
    body: Buffer.from(JSON.stringify(body)),
    pathMembers: {},
    address,
    session: undefined,
  }
}

function liveSession(hold: Hold, meter: RealtimeMeter, stop: () => void): LiveStream {
  return {
    holdId: hold.id,
    held: hold.amount,
    step: hold.amount,
    accrued: ZERO,
    checkedChars: 0,
    isExtending: false,
    isExhausted: false,
    chars: () => meter.bytes,
    costSoFar: () =>
      meter.responses === 0 && !meter.hasStated ? ZERO : priceUsage(hold.quote, meter.usage()).cost,
    stop,
  }
}

async function settleSession(
  admitted: Admitted,
  planned: Plan,
  hold: Hold,
  held: Amount,
  session: OpenSession,
  meter: RealtimeMeter,
  ended: SessionEnd,
  inbound: InboundRequest,
  deps: RelayDeps,
): Promise<void> {
  const usage = meter.usage()
  const hasUsed = usage.inputTokens + usage.outputTokens > 0
  await settle(
    {
      admitted,
      inbound,
      plan: planned,
      hold,
      held,
      answer: { kind: 'stream', prepared: session.prepared, firstByteMs: session.firstByteMs },
      attempts: session.attempts,
      facts: {
        countPrompt: () => usage.inputTokens,
        countOutput: () => usage.outputTokens,
        requestBytes: meter.bytes,
        // Each response is asked with the whole conversation before it.
        attachments: meter.responses,
        outputTokensCap: undefined,
        stated: hasUsed ? { kind: 'stated', usage, isFinal: true } : { kind: 'none' },
        deliveredBytes: meter.bytes,
        hasOutput: hasUsed,
        ended: hasUsed
          ? 'complete'
          : ended === 'cut-by-client' || ended === 'complete'
            ? 'failed'
            : 'cut-by-upstream',
      },
      outputText: () => '',
    },
    { ledger: deps.ledger, clock: deps.clock, options: deps.snapshot().options, meters: deps.meters },
  ).catch((error: unknown) => deps.log.error({ err: error, requestId: hold.id }, 'a charge was not booked'))
}

function describeEnd(ended: SessionEnd): AppError | undefined {
  switch (ended) {
    case 'complete':
    case 'cut-by-client':
      return undefined
    case 'cut-by-quota':
      return new AppError('quota_ran_out')
    case 'cut-by-shutdown':
      return new AppError('shutting_down')
    case 'cut-by-upstream':
      return new AppError('stream_cut')
  }
}

/** An error is an event of the session; then the session ends. */
function refuse(socket: ClientSocket, error: AppError, inbound: InboundRequest): void {
  socket.send(renderRealtimeError(describeError(error, inbound.requestId, inbound.headers)))
  socket.close(1008, error.code)
}

interface EarlyFrames {
  take(): readonly string[]
}

/** Keeps what the client says before the upstream is there. */
function gatherEarly(socket: ClientSocket): EarlyFrames {
  const frames: string[] = []
  let chars = 0
  const keep = (data: RawData) => {
    const text = data.toString()
    chars += text.length
    if (chars > EARLY_CHARS_MAX) socket.close(1009)
    else frames.push(text)
  }
  socket.on('message', keep)
  return {
    take: () => {
      socket.off('message', keep)
      return frames
    },
  }
}
