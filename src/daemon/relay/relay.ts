import { AppError } from '../errors/app-error.ts'
import { admit, type Entered } from './admit/admit.ts'
import type { Asked } from './admit/asked.ts'
import type { FailedAnswer } from './call/answer.ts'
import { type AttemptRecord, recordAttempt, withWord } from './call/attempt-record.ts'
import { noteBroken } from './call/attempt-rules.ts'
import { type Called, callSteps } from './call-steps.ts'
import { deliver } from './deliver/deliver.ts'
import { describeAbandoned } from './deliver/describe-abandoned.ts'
import { finish } from './deliver/finish.ts'
import { keepAlive } from './deliver/keep-alive.ts'
import { planSteps, type Steps } from './hold/plan-steps.ts'
import type { Replay } from './hold/read-refusal.ts'
import { type Hold, reserve, type Step } from './hold/reserve.ts'
import type { Inbound } from './inbound/inbound.ts'
import { refuse } from './inbound/refuse.ts'
import { toAppError } from './inbound/render-error.ts'
import type { RelayDeps } from './relay-deps.ts'
import { describeRefused, type TurnedAway } from './settle/describe-refused.ts'
import { drop } from './settle/drop.ts'
import { settle, takeBack } from './settle/settle.ts'
import { type BackgroundRun, beginBackground, forBackground } from './stored/background.ts'
import { keepResponse, planKeeping } from './stored/keep-response.ts'
import { noteMade } from './stored/note-made.ts'
import { recall } from './stored/recall.ts'

/**
 * Relays one request, from its body to the last byte of the answer. Its caller was identified and let in before the
 * body was read:
 *
 *     identify - enter - read - admit - plan - reserve - call - deliver - settle - finish
 *
 * Up to the hold, a failure is thrown and answered. After that, this function never ends before the hold is settled or
 * dropped, and the last bytes are sent after the charge is durable.
 */
export async function relay(entered: Entered, inbound: Inbound, deps: RelayDeps): Promise<void> {
  const refusal = deps.begin()
  if (refusal) return turnAway({ inbound, admitted: entered }, refusal, deps)
  try {
    await relayBegun(entered, inbound, deps)
  } finally {
    deps.ended()
  }
}

async function relayBegun(entered: Entered, inbound: Inbound, deps: RelayDeps): Promise<void> {
  let asked: Asked<Inbound>
  let known: Asked<Inbound> | undefined
  let planned: Steps<Inbound>
  let hold: Hold | Replay
  let isFollowed: boolean
  try {
    asked = planKeeping(await admit(entered, inbound))
    known = asked
    const use = inbound.codec.readStates?.(asked.admitted.body)
    const recalled = use && (await recall(asked, use, deps))
    if (recalled) asked = recalled.asked
    isFollowed = asked.admitted.facts.isStream
    if (asked.keeping?.as.isBackground) asked = forBackground(asked)
    planned = planSteps(asked, recalled?.madeBy, deps)
    if (inbound.client.isGone) return
    // A repeated Idempotency-Key is compared with what the client sent.
    const row = asked.keeping?.as.isBackground ? { needsOwnRow: true as const } : undefined
    // Streams are not stored under the key, so a repeated one has nothing to wait for.
    const isGone = asked.admitted.facts.isStream ? undefined : () => inbound.client.isGone
    const [first, ...fallbacks] = planned.steps
    hold = await reserve({ ...first.asked, inbound }, first.plan, deps, { ...row, isGone, fallbacks })
  } catch (error) {
    return turnAway(known ?? { inbound, admitted: entered }, toAppError(error), deps)
  }
  if ('body' in hold) return replay(inbound, hold)
  try {
    if (!asked.keeping?.as.isBackground) return await run(planned, hold, deps)
    const begun = await intoBackground(asked, isFollowed, hold, deps)
    if (begun) await run(stepsOf(begun.asked, planned), hold, deps).finally(() => begun.end())
  } finally {
    if (hold.isUncovered) deps.uncovered.end(asked.admitted.caller.userId)
  }
}

/** Returns the steps for another client that waits for the answer. */
const stepsOf = ({ inbound, keeping }: Asked<Inbound>, planned: Steps<Inbound>): Steps<Inbound> => {
  const [first, ...others] = planned.steps
  const forClient = ({ asked, plan }: Step<Inbound>): Step<Inbound> => ({
    asked: { ...asked, inbound, ...(keeping && { keeping }) },
    plan,
  })
  return { ...planned, steps: [forClient(first), ...others.map(forClient)] }
}

/** Refuses a call before any channel was asked, and logs the refusal. */
function turnAway(call: TurnedAway<Inbound>, error: AppError, deps: RelayDeps): void {
  if (!call.inbound.client.isGone) deps.refusals.note(describeRefused(call), error)
  refuse(call.inbound, error, deps, call.admitted.facts?.isStream)
}

/** Begins a background response, whose client does not wait for the end. @returns undefined if it was refused */
async function intoBackground(
  asked: Asked<Inbound>,
  isFollowed: boolean,
  hold: Hold,
  deps: RelayDeps,
): Promise<BackgroundRun | undefined> {
  try {
    return await beginBackground(asked, isFollowed, deps)
  } catch (error) {
    await drop(asked, hold, [], deps)
    turnAway(asked, toAppError(error), deps)
    return undefined
  }
}

/** Runs the part of the relay that holds quota. */
async function run(planned: Steps<Inbound>, reserved: Hold, deps: RelayDeps): Promise<void> {
  const [first] = planned.steps
  const stopPinging = keepAlive(first.asked, first.plan)
  let called: Called
  try {
    called = await callSteps(planned, reserved, deps)
  } catch (error) {
    stopPinging()
    await drop(first.asked, reserved, [], deps)
    return turnAway(first.asked, toAppError(error), deps)
  }
  const { step, hold, passedOver } = called
  let { answer } = called
  const { asked, plan } = step
  const { inbound, admitted } = asked
  let { attempts } = called
  if (answer instanceof AppError) {
    stopPinging()
    await drop(asked, hold, attempts, deps)
    return attempts.length === 0 ? turnAway(asked, answer, deps) : refuse(inbound, answer, deps)
  }
  if (answer.kind === 'failed') {
    stopPinging()
    if (answer.isAbandoned && inbound.client.isGone) {
      const outcome = describeAbandoned(asked, hold, answer)
      const abandoned = { kind: 'abandoned', prepared: answer.prepared, firstByteMs: 0 } as const
      await settle({ asked, plan, hold, answer: abandoned, attempts, ...outcome }, deps)
      return
    }
    await drop(asked, hold, attempts, deps)
    admitted.noteStatus(answer.error.status)
    // If channels were asked, their failures are in the log.
    if (attempts.length === 0) return turnAway(asked, answer.error, deps)
    return refuse(inbound, answer.error, deps, admitted.facts.isStream)
  }
  const delivering = deliver(asked, hold, answer, deps)
  const outcome = delivering instanceof Promise ? await delivering : delivering
  stopPinging()
  admitted.noteStatus(200)
  answer = outcome.told ?? answer
  if (outcome.broken) attempts = tellBroken(asked, outcome.broken, attempts, deps)
  else if (outcome.endedBy !== undefined) attempts = tellGivenUp(outcome.endedBy, attempts)
  const finished = { asked, plan, hold, answer, attempts, passedOver, ...outcome }
  const isNoted = noteMade(asked, answer.prepared, outcome.documents, deps)
  const isKept = keepResponse(asked, answer, outcome, deps)
  // A client that is charged for a response must be able to read it, even if the daemon is killed now.
  if (asked.keeping?.as.isBackground) await isKept
  const isDurable = await settle(finished, deps)
  await isNoted
  await isKept
  if (!isDurable) {
    // Nothing of a complete answer has reached its client. A stream has, so its charge stays.
    if (answer.kind === 'plain' && !inbound.client.isGone) takeBack(finished, deps)
    if (outcome.unsent !== undefined) inbound.client.write(outcome.unsent)
    return refuse(inbound, new AppError('storage_unavailable', { retryAfterSeconds: 5 }), deps)
  }
  finish(asked, answer, outcome, deps)
}

/** Records a broken stream as a failure, both for its channel and in the log. */
function tellBroken(
  asked: Asked,
  broken: FailedAnswer,
  attempts: readonly AttemptRecord[],
  deps: RelayDeps,
): readonly AttemptRecord[] {
  const last = attempts.at(-1)
  if (!last) return attempts
  noteBroken(asked, broken, last.startedMs + last.tookMs, deps)
  const { channel } = broken.prepared.call
  return [
    ...attempts.slice(0, -1),
    recordAttempt({ asked, channel }, broken, last.startedMs, deps.clock.now()),
  ]
}

/**
 * Records the vendor's finish reason for operators, if a model gave up within a stream. The channel is not at fault.
 */
function tellGivenUp(word: string, attempts: readonly AttemptRecord[]): readonly AttemptRecord[] {
  const last = attempts.at(-1)
  return last
    ? [...attempts.slice(0, -1), { ...last, error: 'stream_cut', reason: withWord('stream_cut', word) }]
    : attempts
}

/** Sends the same answer again, to a client that repeats its Idempotency-Key. */
function replay({ client }: Inbound, { status, contentType, body }: Replay): void {
  client.send(status, { 'content-type': contentType, 'idempotent-replayed': 'true' }, body)
}
