import type { Knex } from 'knex'
import { keyHint } from '../channels/key-hint.ts'
import { AppError } from '../errors/app-error.ts'
import type { JsonObject } from '../protocols/types.ts'
import { admit, type Entered } from '../relay/admit/admit.ts'
import type { Asked } from '../relay/admit/asked.ts'
import type { PlainAnswer } from '../relay/call/answer.ts'
import type { AttemptRecord } from '../relay/call/attempt-record.ts'
import { call } from '../relay/call/call.ts'
import { aboutOf } from '../relay/call/upstream-errors.ts'
import { inClientForm } from '../relay/deliver/answer-format.ts'
import { deliver } from '../relay/deliver/deliver.ts'
import { present } from '../relay/deliver/present.ts'
import type { Replay } from '../relay/hold/read-refusal.ts'
import { type Hold, reserve } from '../relay/hold/reserve.ts'
import type { Inbound } from '../relay/inbound/inbound.ts'
import { refuse } from '../relay/inbound/refuse.ts'
import { toAppError } from '../relay/inbound/render-error.ts'
import type { RelayDeps } from '../relay/relay-deps.ts'
import type { Plan } from '../relay/route/plan.ts'
import { planFor } from '../relay/route/plan-for.ts'
import { drop } from '../relay/settle/drop.ts'
import { settle, takeBack } from '../relay/settle/settle.ts'
import { recall } from '../relay/stored/recall.ts'
import type { Accepted, TaskDoor, TaskWish } from './door.ts'
import { type Hook, makeHook } from './hook.ts'
import { planForOrigin } from './origin.ts'
import type { Task } from './task.ts'
import {
  acceptTask,
  type Claim,
  claimTask,
  dropTask,
  findClaimed,
  findOwnTask,
  forgetTask,
  insertTask,
  takeOverTask,
} from './tasks-store.ts'
import { submissionWithoutSecrets } from './without-secrets.ts'

export interface SubmitTaskDeps extends RelayDeps {
  readonly knex: Knex
}

/**
 * Handles one submission, from its body to the response, in the steps of the relay:
 *
 *     enter - read - admit - plan - reserve - note - call - claim - settle - accept - answer
 *
 * The task is stored before a vendor is called, and stays hidden until it is charged. If the daemon dies in between,
 * the task is closed later and its charge refunded (`watch-tasks.ts`), because no client knows about it.
 */
export async function submitTask(
  entered: Entered,
  inbound: Inbound,
  door: TaskDoor,
  deps: SubmitTaskDeps,
): Promise<void> {
  const refusal = deps.begin()
  if (refusal) return refuse(inbound, refusal, deps)
  try {
    await submitBegun(entered, inbound, door, deps)
  } finally {
    deps.ended()
  }
}

async function submitBegun(
  entered: Entered,
  inbound: Inbound,
  door: TaskDoor,
  deps: SubmitTaskDeps,
): Promise<void> {
  let asked: Asked<Inbound>
  let wish: TaskWish
  let going: Going
  let hold: Hold | Replay
  let hook: Hook
  try {
    const given = await admit(entered, inbound)
    const use = inbound.codec.readStates?.(given.admitted.body)
    const recalled = use && (await recall(given, use, deps))
    const admitted = recalled?.asked ?? given
    wish = door.readWish(admitted.admitted.body)
    hook = makeHook(admitted, door)
    const continued = wish.origin && (await planForOrigin(admitted, door, wish.origin, deps.knex))
    asked = editBody(admitted, door, hook, continued?.origin)
    going = continued ?? { plan: planFor(asked, deps, recalled?.madeBy) }
    // A repeated Idempotency-Key is compared with the client's body, because the edited one has a new secret each time.
    hold = await reserve({ ...asked, inbound }, going.plan, deps, { needsOwnRow: true })
  } catch (error) {
    return refuse(inbound, toAppError(error), deps)
  }
  if ('body' in hold)
    return inbound.client.send(hold.status, { ...JSON_TYPE, 'idempotent-replayed': 'true' }, hold.body)
  await run({ asked, door, wish, ...going, hold, hook }, deps)
}

const JSON_TYPE = { 'content-type': 'application/json' } as const

/** The destination of a submission. */
interface Going {
  readonly plan: Plan
  /** The task that the submission continues. */
  readonly origin?: Task
}

/** A submission with a hold. */
interface Held extends Going {
  readonly asked: Asked<Inbound>
  readonly door: TaskDoor
  readonly wish: TaskWish
  readonly hold: Hold
  readonly hook: Hook
}

async function run(held: Held, deps: SubmitTaskDeps): Promise<void> {
  const { asked, hold } = held
  try {
    await note(held, deps)
    await handIn(held, deps)
  } catch (error) {
    const known = toAppError(error)
    await drop(asked, hold, [], deps)
    await giveUp(held, { code: 0, reason: known.code }, deps)
    refuse(asked.inbound, known, deps)
  }
}

/** Submits the task to a vendor and charges for it. @throws any error that prevents this; nothing is charged then */
async function handIn(held: Held, deps: SubmitTaskDeps): Promise<void> {
  const { asked, door, wish, plan, hold } = held
  const { inbound, admitted } = asked
  // Once a vendor has been called, its response is needed even if the client has disconnected.
  const called = await call(
    { ...asked, inbound: { ...inbound, client: patient } },
    plan,
    patienceOf(door, deps),
  )
  const answer = present(asked, called.answer, deps)
  const { attempts } = called
  if (answer.kind !== 'plain') {
    const error = answer.kind === 'failed' ? answer.error : new AppError('upstream_malformed')
    await drop(asked, hold, attempts, deps)
    await giveUp(
      held,
      { code: 0, reason: (hidesReason(answer) ? undefined : saidOf(attempts.at(-1))) ?? error.code },
      deps,
    )
    admitted.noteStatus(error.status)
    return refuse(inbound, error, deps)
  }
  const said = door.readSubmission(inClientForm(answer), wish)
  const submission = submissionWithoutSecrets(said, aboutOf(answer.prepared))
  if (submission.kind === 'accepted' && !isName(submission.vendorId))
    throw new AppError('upstream_malformed', { detail: { channelId: answer.prepared.call.channel.id } })
  if (submission.kind === 'refused') {
    const { code, reason } = submission
    await drop(asked, hold, attempts, deps)
    await giveUp(held, { code, reason: hidesReason(answer) ? 'upstream_refused' : reason }, deps)
    admitted.noteStatus(submission.status)
    if (hidesReason(answer)) return refuse(inbound, new AppError('upstream_refused'), deps)
    return inbound.client.send(submission.status, JSON_TYPE, JSON.stringify(submission.reply))
  }
  const { requestId } = inbound
  const { call: made } = answer.prepared
  const name = { vendorId: submission.vendorId, channelId: made.channel.id }
  const publicId = await namePublicly(held, name, deps)
  const claim = { ...name, publicId, keyHint: keyHint(made.channel.id, made.key) }
  const isOurs = (await claimTask(deps.knex, requestId, claim)) || (await takeOver(held, claim, deps))
  if (!isOurs) return answerKnown(held, submission, name, deps)

  const reply = replyOf(held, submission, publicId, deps)
  const told: PlainAnswer = {
    ...answer,
    status: 200,
    contentType: JSON_TYPE['content-type'],
    body: Buffer.from(reply),
  }
  const outcome = await deliver(asked, hold, told, deps)
  const task = { id: publicId, action: wish.action }
  const finished = { asked, plan, hold, answer: told, attempts, ...outcome, task }
  const isDurable = await settle(finished, deps)
  const isAccepted = isDurable && (await accept(requestId, submission, deps))
  if (isAccepted === false) takeBack(finished, deps)
  if (isAccepted !== true)
    return refuse(inbound, new AppError('storage_unavailable', { retryAfterSeconds: 5 }), deps)
  admitted.noteStatus(200)
  inbound.client.send(200, JSON_TYPE, reply)
}

/**
 * Accepts the task, if possible.
 * @returns false when the task was closed in the meantime; undefined when the database failed. Then the charge must
 * stay: the task may have been accepted, and if not, it is closed and refunded later.
 */
async function accept(
  requestId: string,
  { code, news }: Accepted,
  { knex, clock, log }: SubmitTaskDeps,
): Promise<boolean | undefined> {
  try {
    return await acceptTask(knex, requestId, { code, news, atMs: clock.now() })
  } catch (error) {
    log.error({ err: error, requestId }, 'a task that was charged could not be accepted')
    return undefined
  }
}

/** Whether both databases can store and find this ID. Vendors use UUIDs, numbers and paths. */
const isName = (vendorId: string): boolean => /^[^\p{Cc}\p{Cs}]{1,512}$/u.test(vendorId)

/** Takes over the continued task if the vendor responded with the ID of that task. */
const takeOver = async (
  { asked, origin }: Held,
  claim: Claim,
  { knex, clock }: SubmitTaskDeps,
): Promise<boolean> =>
  origin !== undefined &&
  origin.vendorId === claim.vendorId &&
  takeOverTask(knex, { requestId: asked.inbound.requestId, originId: origin.id, atMs: clock.now() }, claim)

/**
 * Chooses the client's ID of a task. Two upstream servers may use the same ID: the user's second task then gets another
 * one, if the response can contain it.
 */
async function namePublicly(
  { asked, door }: Held,
  { vendorId, channelId }: Pick<Claim, 'vendorId' | 'channelId'>,
  { knex }: SubmitTaskDeps,
): Promise<string> {
  const { requestId } = asked.inbound
  if (door.idPrefix !== undefined) return `${door.idPrefix}${requestId}`
  if (door.writeReply === undefined) return vendorId
  const { userId } = asked.admitted.caller
  const known = await findOwnTask(knex, { userId, platform: door.platform, publicId: vendorId })
  const isOther = known !== undefined && known.channelId !== channelId
  return isOther ? `${vendorId}-${requestId}` : vendorId
}

/** Responds with a task that we already have: it was charged when it was submitted, and only its owner may see it. */
async function answerKnown(
  held: Held,
  submission: Accepted,
  name: { readonly vendorId: string; readonly channelId: number },
  deps: SubmitTaskDeps,
): Promise<void> {
  const { asked, hold } = held
  const { inbound, admitted } = asked
  await drop(asked, hold, [], deps)
  await forgetTask(deps.knex, inbound.requestId)
  const known = await findClaimed(deps.knex, name)
  if (known?.userId !== admitted.caller.userId || known.publicId === undefined)
    return refuse(inbound, new AppError('upstream_malformed'), deps)
  inbound.client.send(200, JSON_TYPE, replyOf(held, submission, known.publicId, deps))
}

function replyOf(
  { asked, door }: Held,
  submission: Accepted,
  publicId: string,
  deps: SubmitTaskDeps,
): string {
  const { body, facts } = asked.admitted
  const task = { publicId, model: facts.model, atMs: deps.clock.now(), body }
  return JSON.stringify(door.writeReply?.(submission, task) ?? submission.reply)
}

/** Returns the vendor's reason; undefined if it gave none. The record then only has an internal code, not for users. */
const saidOf = (attempt: AttemptRecord | undefined): string | undefined =>
  attempt?.errorType === undefined ? undefined : attempt.reason

/** Whether the site hides vendors' error messages. */
const hidesReason = (answer: Awaited<ReturnType<typeof call>>['answer']): boolean =>
  answer.prepared.hidesErrors

/**
 * Closes a failed submission. Never throws: a submission that cannot be closed now is closed by one of the next passes.
 */
async function giveUp(
  { asked }: Held,
  { code, reason }: { readonly code: number; readonly reason: string },
  { knex, clock, log }: SubmitTaskDeps,
): Promise<void> {
  const { requestId } = asked.inbound
  await dropTask(knex, requestId, { code, reason, atMs: clock.now() }).catch((error: unknown) =>
    log.warn({ err: error, requestId }, 'a submission could not be closed'),
  )
}

async function note(
  { asked, door, wish, plan, hook, origin }: Held,
  { knex, clock }: SubmitTaskDeps,
): Promise<void> {
  const { inbound, admitted } = asked
  const { caller, facts } = admitted
  await insertTask(knex, {
    requestId: inbound.requestId,
    platform: door.platform,
    action: wish.action,
    model: facts.model,
    userId: caller.userId,
    tokenId: caller.tokenId === 0 ? null : caller.tokenId,
    channelId: plan.candidates[0]?.id ?? 0,
    prompt: wish.prompt || (origin?.prompt ?? ''),
    result: wish.result ?? {},
    hookHash: hook.hash,
    submitMs: clock.now(),
  })
}

const patienceOf = ({ timeoutMs }: TaskDoor, deps: SubmitTaskDeps): SubmitTaskDeps =>
  timeoutMs === undefined ? deps : { ...deps, firstByteTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs }

/** A substitute for a client that never disconnects. */
const patient = { isGone: false, onGone: () => {} } as const

function editBody(
  asked: Asked<Inbound>,
  door: TaskDoor,
  hook: Hook,
  origin: Task | undefined,
): Asked<Inbound> {
  const { admitted, inbound, snapshot } = asked
  const about = { options: snapshot.options, hookUrl: hook.url, origin }
  const body: JsonObject = door.editBody?.(admitted.body, about) ?? admitted.body
  if (body === admitted.body) return asked
  const pathMembers = new Set(admitted.pathMembers)
  const bodyText = JSON.stringify(
    Object.fromEntries(Object.entries(body).filter(([name]) => !pathMembers.has(name))),
  )
  return {
    ...asked,
    inbound: { ...inbound, body: Buffer.from(bodyText) },
    admitted: { ...admitted, body, bodyText },
  }
}
