import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket as ClientSocket } from 'ws'
import { AppError } from '../../errors/app-error.ts'
import type { BodyBudget } from '../../http/body-budget.ts'
import { openaiRealtime, renderRealtimeError } from '../../protocols/openai/realtime.ts'
import { isSessionCreated } from '../../protocols/openai/realtime-transcription.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { type AdmitDeps, admit, enter } from '../admit/admit.ts'
import type { Asked } from '../admit/asked.ts'
import type { Caller } from '../admit/callers.ts'
import { type IdentifyDeps, identify, readKeyFor } from '../admit/identify.ts'
import type { FailedAnswer } from '../call/answer.ts'
import type { Tried } from '../call/try-in-turn.ts'
import { describeEnd, type Ended, type StopReason } from '../deliver/ended.ts'
import { type LiveStreams, startLive } from '../deliver/live-streams.ts'
import { readShortage } from '../hold/read-refusal.ts'
import { type Hold, type ReserveDeps, reserve } from '../hold/reserve.ts'
import { watchArrival } from '../inbound/arriving-messages.ts'
import { checkHops } from '../inbound/hops.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RefuseDeps } from '../inbound/refuse.ts'
import { describeError, toAppError } from '../inbound/render-error.ts'
import { newRequestId } from '../inbound/request-id.ts'
import { closeSocket } from '../inbound/socket-life.ts'
import type { Plan } from '../route/plan.ts'
import { planFor, type RouteDeps } from '../route/plan-for.ts'
import { describeRefused, type TurnedAway } from '../settle/describe-refused.ts'
import { type DropDeps, drop } from '../settle/drop.ts'
import type { RefusalLog } from '../settle/refusal-log.ts'
import { type SettleDeps, settle } from '../settle/settle.ts'
import { type ClientSecrets, type GrantedSession, isClientSecret, settingsEvent } from './client-secrets.ts'
import { type EarlyFrames, gatherEarly } from './early-frames.ts'
import { asksForBeta, type OpenDeps, type OpenSession, openSession } from './open-session.ts'
import type { OpenSessions } from './open-sessions.ts'
import { pipeSession } from './pipe-session.ts'
import { refuseSocket } from './refuse-socket.ts'
import { costOfSession, sessionFacts } from './session-facts.ts'
import { isTranscription, kindOf, TRANSCRIPTION } from './session-kind.ts'
import { keepModel } from './session-model.ts'
import { askTranscriptionModel } from './transcription-model.ts'

/** The content of a WebSocket request. */
export interface RealtimeRequest {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly address: string
  /** The connection underneath the WebSocket. */
  readonly line: Socket
}

export interface RealtimeDeps
  extends IdentifyDeps,
    AdmitDeps,
    RouteDeps,
    ReserveDeps,
    OpenDeps,
    SettleDeps,
    DropDeps,
    RefuseDeps {
  readonly refusals: RefusalLog
  readonly live: LiveStreams
  readonly bodies: BodyBudget
  readonly clientSecrets: ClientSecrets
  readonly sessions: OpenSessions
  /** Counts a session as a running call, before it holds quota. See `relay-deps.ts`. */
  readonly begin: () => AppError | undefined
  readonly ended: () => void
  /** Returns the error that new sessions are refused with, if any. */
  readonly isReady: () => AppError | undefined
}

/** A session that may be opened. */
interface Reserved {
  readonly asked: Asked
  readonly plan: Plan
  readonly hold: Hold
  /** The settings sent to the vendor before anything from the client. */
  readonly settings: string | undefined
  /** Looks up again the key that opened the session. */
  readonly findCaller: () => Promise<Caller | undefined>
  /** `session.created` has already been sent, so the vendor's own must not go to the client. */
  readonly isGreeted: boolean
}

/**
 * Serves one realtime session, by the steps of {@link relay}: admitted, held and charged like any request. The charge
 * grows with each response, and the session ends when the quota does. Leaves one log row, at its end.
 */
export async function serveRealtime(
  socket: ClientSocket,
  request: RealtimeRequest,
  deps: RealtimeDeps,
): Promise<void> {
  const early = gatherEarly(socket)
  const inbound = describeInbound(request, deps.clock.now())
  const refuse = (error: AppError) => refuseSocket(socket, inbound, error, deps)
  watchArrival(socket, request.line, { bodies: deps.bodies, refuse })
  const notReady = deps.isReady() ?? deps.begin()
  if (notReady) {
    deps.refusals.note(describeRefused({ inbound, admitted: { caller: undefined, group: '' } }), notReady)
    return refuseSocket(socket, inbound, notReady, deps)
  }
  try {
    await serveBegun(socket, early, inbound, deps)
  } finally {
    deps.ended()
  }
}

async function serveBegun(
  socket: ClientSocket,
  early: EarlyFrames,
  inbound: InboundRequest,
  deps: RealtimeDeps,
): Promise<void> {
  let reserved: Reserved | undefined
  const known: { caller?: Caller; admitted?: TurnedAway['admitted'] } = {}
  try {
    reserved = await reserveSession({ socket, early }, inbound, known, deps)
  } catch (error) {
    const refusal = toAppError(error)
    const { caller, admitted = { caller, group: caller?.userGroup ?? '' } } = known
    if (socket.readyState === socket.OPEN) deps.refusals.note(describeRefused({ inbound, admitted }), refusal)
    return refuseSocket(socket, inbound, refusal, deps)
  }
  if (reserved) await runSession(socket, early, reserved, deps)
}

/** @returns undefined if the client has left in the meantime */
async function reserveSession(
  { socket, early }: { readonly socket: ClientSocket; readonly early: EarlyFrames },
  bare: InboundRequest,
  known: { caller?: Caller; admitted?: TurnedAway['admitted'] },
  deps: RealtimeDeps,
): Promise<Reserved | undefined> {
  checkHops(bare.headers, deps.instanceId)
  const key = readKeyFor(bare.codec, bare.headers, bare.query)
  const granted = isClientSecret(key) ? await deps.clientSecrets.open(key) : undefined
  const payer = granted?.identity ?? (await identify(key, deps.callers))
  known.caller = payer.caller
  const entered = await enter(payer, bare, deps)
  known.admitted = entered
  const inbound = granted ? asGranted(bare, granted) : bare
  const isGreeted = isTranscription(inbound) && !granted && inbound.query.model === undefined
  const model = isGreeted ? await askTranscriptionModel(socket, early, inbound, deps) : inbound.query.model
  if (socket.readyState !== socket.OPEN) return undefined
  const asked = await admit(entered, { ...inbound, body: bodyOf(granted?.model ?? model) })
  known.admitted = asked.admitted
  const plan = planFor(asked, deps)
  if (socket.readyState !== socket.OPEN) return undefined
  const hold = await reserve(asked, plan, deps)
  if ('body' in hold) throw new AppError('idempotency_stream_done', { values: { id: inbound.requestId } })
  const findCaller = async () =>
    granted ? deps.callers.findByHash(granted.keyHash) : (await identify(key, deps.callers)).caller
  const settings = granted && settingsEvent(granted, asksForBeta(inbound))
  return { asked, plan, hold, settings, findCaller, isGreeted }
}

/** A client secret determines the kind of session, not the URL. */
const asGranted = (inbound: InboundRequest, { isTranscription: isKind }: GrantedSession): InboundRequest => ({
  ...inbound,
  query: { ...inbound.query, intent: isKind ? TRANSCRIPTION : '' },
})

/** Runs the session while it holds quota: the function never ends before the hold is settled or dropped. */
async function runSession(
  socket: ClientSocket,
  early: EarlyFrames,
  { asked, plan, hold, settings, findCaller, isGreeted }: Reserved,
  deps: RealtimeDeps,
): Promise<void> {
  const { inbound, admitted } = asked
  let opened: Tried<OpenSession | FailedAnswer>
  try {
    opened = await openSession(socket, asked, plan, deps)
  } catch (error) {
    await drop(asked, hold, [], deps)
    return refuseSocket(socket, inbound, toAppError(error), deps)
  }
  const { answer, attempts } = opened
  if (answer.kind === 'failed') {
    await drop(asked, hold, attempts, deps)
    admitted.noteStatus(answer.error.status)
    return refuseSocket(socket, inbound, answer.error, deps)
  }
  admitted.noteStatus(200)
  const kind = kindOf(inbound)
  const meter = kind.newMeter()
  let hidesGreeting = isGreeted
  let stop: (why: StopReason) => void = () => {}
  const live = startLive(hold, {
    chars: () => meter.bytes,
    costSoFar: () => costOfSession(hold.quote, meter),
    earned: () => costOfSession(hold.quote, meter),
    stop: () => stop('cut-by-quota'),
  })
  deps.live.add(live)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  let revoked: AppError | undefined
  const forgetSession = deps.sessions.add({
    caller: admitted.caller,
    model: admitted.facts.model,
    address: inbound.address,
    findCaller,
    end: (error) => {
      revoked = error
      stop('cut-by-revocation')
    },
  })
  const ended: Ended = await pipeSession(socket, answer.upstream, {
    meter,
    check: (frame) => {
      const checked = keepModel(frame, {
        told: [admitted.facts.model, inbound.query.model],
        upstream: answer.prepared.call.model,
        readUpdate: kind.readUpdate,
      })
      if (checked.kind === 'passed') return checked.frame
      const described = describeError(otherModel(admitted.facts.model), inbound.requestId, inbound.headers)
      socket.send(renderRealtimeError(described, checked.eventId))
      return undefined
    },
    shows: (frame) => {
      if (!hidesGreeting || typeof frame !== 'string' || !isSessionCreated(frame)) return true
      hidesGreeting = false
      return false
    },
    cancel: kind.cancel,
    early: [...(settings === undefined ? [] : [settings]), ...early.take()],
    onCharge: () => {
      const { inputTokens, outputTokens } = meter.usage()
      hold.tokens.count(inputTokens + outputTokens)
      deps.live.check(live)
    },
    onStop: (fn) => {
      stop = fn
    },
    drainMs: asked.snapshot.options['general_setting.drain_seconds'] * 1000,
  })
  forgetStop()
  forgetSession()
  deps.live.remove(live)
  const facts = sessionFacts(meter, ended)
  await settle({ asked, plan, hold, held: live.held, answer, attempts, facts, outputText: () => '' }, deps)
  const error = describeEnd(ended, () => revoked ?? readShortage(live.shortage, asked, deps.clock.now()))
  if (error) return refuseSocket(socket, inbound, error, deps)
  closeSocket(socket, 1000)
}

const otherModel = (model: string): AppError => invalid('session.model', 'otherModel', { model })

function describeInbound({ headers, query, address }: RealtimeRequest, nowMs: number): InboundRequest {
  return {
    requestId: newRequestId(nowMs),
    startedMs: nowMs,
    path: openaiRealtime.path,
    codec: openaiRealtime,
    headers,
    query,
    body: bodyOf(query.model),
    pathMembers: {},
    address,
    session: undefined,
  }
}

/** The body of a session request consists of its model. */
const bodyOf = (model: string | undefined): Buffer => Buffer.from(JSON.stringify({ model }))
