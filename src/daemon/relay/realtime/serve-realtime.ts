import type { IncomingHttpHeaders } from 'node:http'
import type { WebSocket as ClientSocket } from 'ws'
import { AppError } from '../../errors/app-error.ts'
import { catalogue } from '../../errors/catalogue.ts'
import { openaiRealtime, renderRealtimeError } from '../../protocols/openai/realtime.ts'
import { RealtimeMeter } from '../../protocols/openai/realtime-meter.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { type Admitted, admit } from '../admit/admit.ts'
import { identify, readKey } from '../admit/identify.ts'
import type { AttemptRecord } from '../call/call.ts'
import { type Hold, priceOf, reserve } from '../hold/reserve.ts'
import { within } from '../hold/within.ts'
import { checkHops } from '../inbound/hops.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { describeError, toAppError } from '../inbound/render-error.ts'
import { newRequestId } from '../inbound/request-id.ts'
import { admitDeps, type RelayDeps, reserveDeps } from '../relay-deps.ts'
import { type Plan, plan } from '../route/plan.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { noteFailed } from '../settle/note-failed.ts'
import { type EarlyFrames, gatherEarly } from './early-frames.ts'
import { type Opening, openSession, servesRealtime } from './open-session.ts'
import { pipeSession, type SessionEnd } from './pipe-session.ts'
import { liveSession, type RunningSession, settleSession } from './settle-session.ts'

/** A refused client does not wait longer than this for its quota to be free again. */
const DROP_PATIENCE_MS = 10_000

/** A client that does not answer the close is left. */
const CLOSE_TIMEOUT_MS = 5_000

/** What a WebSocket request brought. */
export interface RealtimeRequest {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly address: string
}

export interface RealtimeDeps extends RelayDeps {
  /** What keeps new sessions away, if anything does. */
  readonly isReady: () => AppError | undefined
}

/** A client with what it was granted. */
interface Reserved {
  readonly admitted: Admitted
  readonly planned: Plan
  readonly hold: Hold
}

/**
 * One realtime session: admitted, held and charged like any request; the charge grows with each response, and the
 * session ends when the quota does. One log row, at its end.
 */
export async function serveRealtime(
  socket: ClientSocket,
  request: RealtimeRequest,
  deps: RealtimeDeps,
): Promise<void> {
  const early = gatherEarly(socket)
  const inbound = describeInbound(request, deps)
  // One for the whole session: what it was admitted by, it is planned, priced and logged by.
  const snapshot = deps.snapshot()
  let reserved: Reserved | undefined
  try {
    reserved = await reserveSession(socket, inbound, snapshot, deps)
  } catch (error) {
    return refuse(socket, toAppError(error), inbound, deps)
  }
  if (!reserved) return
  deps.began()
  try {
    await runSession(socket, early, reserved, inbound, snapshot, deps)
  } finally {
    deps.ended()
  }
}

/** @returns undefined when the client has left in the meantime */
async function reserveSession(
  socket: ClientSocket,
  inbound: InboundRequest,
  snapshot: Snapshot,
  deps: RealtimeDeps,
): Promise<Reserved | undefined> {
  const notReady = deps.isReady()
  if (notReady) throw notReady
  checkHops(inbound.headers, deps.instanceId)
  const identity = await identify(readSocketKey(inbound.headers), deps.callers)
  const admitted = await admit(identity, inbound, admitDeps(deps, snapshot))
  const { model } = admitted.facts
  const question = {
    group: admitted.group,
    model,
    pinnedChannelId: admitted.pinnedChannelId,
    promptTokens: 0,
    serves: (channel: Parameters<typeof servesRealtime>[0]) => servesRealtime(channel, model),
  }
  const planned = plan(snapshot, question, deps.health, Math.random)
  const price = priceOf(snapshot, admitted, planned)
  if (socket.readyState !== socket.OPEN) return undefined
  const hold = await reserve(admitted, inbound, planned, price, 0, reserveDeps(deps, snapshot))
  if ('body' in hold) throw new AppError('idempotency_stream_done', { values: { id: inbound.requestId } })
  return { admitted, planned, hold }
}

/** The half that holds money: nothing leaves it before the hold is settled or dropped. */
async function runSession(
  socket: ClientSocket,
  early: EarlyFrames,
  { admitted, planned, hold }: Reserved,
  inbound: InboundRequest,
  snapshot: Snapshot,
  deps: RelayDeps,
): Promise<void> {
  const opening = await open(socket, { admitted, planned, hold }, inbound, snapshot, deps)
  admitted.noteStatus(opening.kind === 'open' ? 200 : opening.error.status)
  if (opening.kind === 'failed') {
    await drop(hold, noteFailed(admitted, inbound, opening.attempts, snapshot.options, deps.clock), deps)
    return refuse(socket, opening.error, inbound, deps)
  }
  const session: RunningSession = {
    ...opening.session,
    admitted,
    inbound,
    plan: planned,
    hold,
    attempts: opening.attempts,
    meter: new RealtimeMeter(),
  }
  let stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void = () => {}
  const live = liveSession(session, () => stop('cut-by-quota'))
  deps.live.add(live)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  const ended = await pipeSession(socket, session.upstream, {
    meter: session.meter,
    early: early.take(),
    onCharge: () => deps.live.check(live),
    onStop: (fn) => {
      stop = fn
    },
  })
  forgetStop()
  deps.live.remove(live)
  await settleSession(session, live.held, ended, snapshot.options, deps)
  const error = describeEnd(ended)
  if (error) return refuse(socket, error, inbound, deps)
  closeClient(socket, 1000)
}

/** Opens the upstream's side, as long as somebody wants it. Never rejects. */
async function open(
  socket: ClientSocket,
  { admitted, planned }: Reserved,
  inbound: InboundRequest,
  snapshot: Snapshot,
  deps: RelayDeps,
): Promise<Opening> {
  const unwanted = new AbortController()
  const leave = () => unwanted.abort()
  let isStopping = false
  const forgetStop = deps.onShutdown(() => {
    isStopping = true
    leave()
  })
  socket.on('close', leave)
  if (socket.readyState !== socket.OPEN) leave()
  const none: readonly AttemptRecord[] = []
  try {
    const opening = await openSession(planned, admitted, inbound, snapshot, deps, unwanted.signal)
    if (opening.kind === 'open' || !isStopping) return opening
    return { ...opening, error: new AppError('shutting_down', { retryAfterSeconds: 5 }) }
  } catch (error) {
    return { kind: 'failed', error: toAppError(error), attempts: none }
  } finally {
    forgetStop()
    socket.off('close', leave)
  }
}

/** Drops the hold; waits for it, so that a refused client finds its quota free again. */
async function drop(hold: Hold, logs: ReturnType<typeof noteFailed>, deps: RelayDeps): Promise<void> {
  const { idempotency } = hold
  await within(
    deps.ledger.submit({
      op: 'void',
      id: hold.id,
      atMs: deps.clock.now(),
      logs,
      ...(idempotency ? { idempotency } : {}),
    }),
    DROP_PATIENCE_MS,
  )
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

/** An error is an event of the session; then the session ends. Nobody is told who has left. */
function refuse(socket: ClientSocket, error: AppError, inbound: InboundRequest, deps: RelayDeps): void {
  if (socket.readyState !== socket.OPEN) return
  deps.noteRefusal(inbound, error)
  socket.send(renderRealtimeError(describeError(error, inbound.requestId, inbound.headers)))
  closeClient(socket, closeCodeOf(error), error.code)
}

function closeClient(socket: ClientSocket, code: number, reason?: string): void {
  // What it still says must be read for the close to be answered, and goes nowhere.
  socket.removeAllListeners('message')
  socket.resume()
  socket.close(code, reason)
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** RFC 6455, 7.4.1: 1001 going away, 1011 something broke on this side of the client, 1008 the client may not. */
function closeCodeOf(error: AppError): number {
  if (error.code === 'shutting_down') return 1001
  const { kind } = catalogue[error.code]
  return kind === 'upstream' || kind === 'internal' ? 1011 : 1008
}
