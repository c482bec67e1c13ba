import { channelTypes } from '../channel-types/index.ts'
import type { Channel } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import { type Admitted, admit } from './admit/admit.ts'
import { readPromptTokens } from './admit/estimate.ts'
import { identify, readKey } from './admit/identify.ts'
import type { PlainAnswer, StreamAnswer } from './call/answer.ts'
import { type CallResult, call } from './call/call.ts'
import { decodeRequest, lossesOf } from './call/prepare/translation.ts'
import { asWholeStream, toClientAnswer } from './deliver/answer-format.ts'
import { deliver, type Outcome } from './deliver/deliver.ts'
import { type Hold, priceOf, type Replay, reserve } from './hold/reserve.ts'
import { within } from './hold/within.ts'
import type { Inbound } from './inbound/inbound.ts'
import { renderError, renderStreamError, toAppError } from './inbound/render-error.ts'
import { admitDeps, callDeps, type RelayDeps, reserveDeps } from './relay-deps.ts'
import { type Plan, plan } from './route/plan.ts'
import type { Snapshot } from './route/snapshot.ts'
import { chooseWire, upstreamModelOf } from './route/wire.ts'
import { noteFailed } from './settle/note-failed.ts'
import { settle } from './settle/settle.ts'

/** A charge that cannot be made durable for this long is reported to the client as a broken answer. */
const SETTLE_PATIENCE_MS = 10_000

/**
 * One relayed request, from bytes in to bytes out:
 *
 *     identify - admit - plan - reserve - call - deliver - settle - finish
 *
 * Up to the hold a failure is thrown and answered; from the hold on nothing leaves this function before the hold is
 * settled or dropped, and the last bytes leave after the charge is durable.
 */
export async function relay(inbound: Inbound, deps: RelayDeps): Promise<void> {
  // One for the whole request: what changes meanwhile holds for the next one.
  const snapshot = deps.snapshot()
  let admitted: Admitted
  let planned: Plan
  let hold: Hold | Replay
  try {
    const identity = await identifyPayer(inbound, deps)
    admitted = await admit(identity, inbound, admitDeps(deps, snapshot))
    const promptTokens = readPromptTokens(admitted, inbound)
    planned = planFor(admitted, inbound, promptTokens, snapshot, deps)
    const price = priceOf(snapshot, admitted, planned)
    if (inbound.client.isGone) return
    hold = await reserve(admitted, inbound, planned, price, promptTokens, reserveDeps(deps, snapshot))
  } catch (error) {
    return refuse(inbound, toAppError(error), deps)
  }
  if ('body' in hold)
    return inbound.client.send(
      hold.status,
      { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
      hold.body,
    )
  deps.began()
  try {
    await run(admitted, planned, hold, inbound, snapshot, deps)
  } finally {
    deps.ended()
  }
}

/** The half of the relay that holds money. */
async function run(
  admitted: Admitted,
  planned: Plan,
  hold: Hold,
  inbound: Inbound,
  snapshot: Snapshot,
  deps: RelayDeps,
): Promise<void> {
  const stopPinging = deps.keepAlive(inbound, admitted, planned)
  let result: CallResult
  try {
    result = toClient(
      await call(planned, admitted, inbound, callDeps(deps, snapshot)),
      admitted,
      inbound,
      deps,
    )
  } catch (error) {
    stopPinging()
    await drop(hold, deps, [])
    return refuse(inbound, toAppError(error), deps)
  }
  const { attempts } = result
  if (result.answer.kind === 'failed') {
    stopPinging()
    await drop(hold, deps, noteFailed(admitted, inbound, attempts, snapshot.options, deps.clock))
    admitted.noteStatus(result.answer.error.status)
    return refuse(inbound, result.answer.error, deps)
  }
  const { answer } = result
  const outcome = await deliver(answer, hold, admitted, inbound, deps)
  stopPinging()
  admitted.noteStatus(200)
  const settled = settle(
    {
      admitted,
      inbound,
      plan: planned,
      hold,
      held: outcome.held,
      answer,
      attempts,
      facts: outcome.facts(admitted, inbound, hold),
      outputText: outcome.outputText,
    },
    {
      ledger: deps.ledger,
      clock: deps.clock,
      options: snapshot.options,
      meters: deps.meters,
      onCharged: deps.onCharged,
    },
  )
  settled.catch((error: unknown) =>
    deps.log.error({ err: error, requestId: hold.id }, 'a charge was not booked'),
  )
  const isDurable = await within(settled, SETTLE_PATIENCE_MS)
  finish(answer, outcome, isDurable, admitted, inbound, deps)
}

/** An answer as its client gets it, with what has to be told and remembered about it. */
function toClient(result: CallResult, admitted: Admitted, inbound: Inbound, deps: RelayDeps): CallResult {
  const { answer, attempts } = result
  if (answer.kind === 'failed') return result
  announceLosses(answer, inbound)
  if (answer.kind === 'stream') return result
  if (answer.conversation) deps.reasoning.remember(admitted.caller.userId, answer.conversation.parts)
  return { answer: toClientAnswer(answer, inbound), attempts }
}

/** The last bytes. An answer that broke, or whose charge is not durable, never gets its protocol's end. */
function finish(
  answer: PlainAnswer | StreamAnswer,
  outcome: Outcome,
  isDurable: boolean,
  admitted: Admitted,
  inbound: Inbound,
  deps: RelayDeps,
): void {
  const { client } = inbound
  if (!isDurable) return refuse(inbound, new AppError('storage_unavailable', { retryAfterSeconds: 5 }), deps)
  if (answer.kind === 'plain') return finishPlain(answer, admitted, inbound)
  if (outcome.error) {
    deps.log.warn({ requestId: inbound.requestId, code: outcome.error.code }, 'stream ended early')
    return client.end(renderStreamError(outcome.error, inbound))
  }
  client.end(outcome.terminator ?? '')
}

/** Says in a header what the translation could not carry, as long as headers can still be sent. */
function announceLosses(answer: PlainAnswer | StreamAnswer, { client }: Inbound): void {
  const losses = lossesOf(answer)
  if (losses.length > 0) client.announce('tollgate-translation', `lossy; ${losses.join(', ')}`)
}

/**
 * A complete answer. A client that was promised a stream (pings went out, or the channel gives none) gets it as events.
 */
function finishPlain(answer: PlainAnswer, admitted: Admitted, inbound: Inbound): void {
  const { client } = inbound
  const isPromised = client.hasStarted || (admitted.facts.isStream && !answer.prepared.call.isStream)
  if (!isPromised) return client.send(answer.status, { 'content-type': answer.contentType }, answer.body)
  client.startStream('text/event-stream')
  client.end(asWholeStream(answer, admitted, inbound))
}

async function identifyPayer(inbound: Inbound, deps: RelayDeps) {
  const { operation } = inbound.codec
  const prefersOwnHeader = operation === 'messages' || operation === 'generate'
  if (!inbound.session)
    return identify(readKey(inbound.headers, inbound.query.key, prefersOwnHeader), deps.callers)
  const caller = await deps.callers.findUser(inbound.session.userId)
  if (!caller) throw new AppError('not_signed_in')
  return { caller, pinnedChannelId: undefined }
}

/**
 * @throws AppError as {@link plan}; `translation_unsupported`, naming the field, when only channels of other protocols
 *   are left for a request that uses what its own keeps
 */
function planFor(
  admitted: Admitted,
  inbound: Inbound,
  promptTokens: number,
  snapshot: Snapshot,
  deps: RelayDeps,
): Plan {
  try {
    return plan(snapshot, question(admitted, inbound, promptTokens), deps.health, Math.random)
  } catch (error) {
    const { codec } = inbound
    if (codec.client && codec.needsOwnProtocol?.(admitted.body)) decodeRequest(admitted, codec.client)
    throw error
  }
}

function question(admitted: Admitted, inbound: Inbound, promptTokens: number) {
  const { codec } = inbound
  const needsOwn = codec.needsOwnProtocol?.(admitted.body) ?? false
  const { model } = admitted.facts
  return {
    group: admitted.group,
    model,
    pinnedChannelId: admitted.pinnedChannelId,
    promptTokens,
    serves: (channel: Channel) => {
      const type = channelTypes.get(channel.type)
      return (
        type !== undefined &&
        chooseWire(type, channel, codec, upstreamModelOf(channel, model), needsOwn) !== undefined
      )
    },
  }
}

/** Drops the hold; waits for it, so that a refused client finds its quota free again. */
async function drop(hold: Hold, deps: RelayDeps, logs: ReturnType<typeof noteFailed>): Promise<void> {
  const { idempotency } = hold
  await within(
    deps.ledger.submit({
      op: 'void',
      id: hold.id,
      atMs: deps.clock.now(),
      logs,
      ...(idempotency ? { idempotency } : {}),
    }),
    SETTLE_PATIENCE_MS,
  )
}

/** Answers with the error in the client's own protocol, as a stream event when a stream has begun. */
function refuse(inbound: Inbound, error: AppError, deps: RelayDeps): void {
  const { client } = inbound
  // Nobody is there to be told, and what was aborted with the client is no fault of the upstream.
  if (client.isGone) return
  deps.noteRefusal(inbound, error)
  if (client.hasStarted) return client.end(renderStreamError(error, inbound))
  const rendered = renderError(error, inbound.requestId, inbound.headers, inbound.codec.errors)
  client.refuse(rendered.status, rendered.headers, rendered.body)
}
