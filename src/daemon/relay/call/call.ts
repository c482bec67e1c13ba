import type { ChannelType } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import { CredentialRefusal } from '../../upstream/credentials.ts'
import { TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import type { Asked } from '../admit/asked.ts'
import type { Client } from '../inbound/client.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'
import type { Answer, FailedAnswer } from './answer.ts'
import { type CallUpstreamDeps, callUpstream } from './call-upstream.ts'
import { refusedBeforehand } from './failed-answer.ts'
import { refuseGivenUp } from './given-up.ts'
import type { Attempt } from './prepare/attempt.ts'
import { type Decode, decodeOnce, type EquipDeps, type Equipped, equip } from './prepare/equip.ts'
import { describeAttempt, type PrepareDeps, prepare } from './prepare/prepare.ts'
import type { ReasoningMemory } from './prepare/reasoning-memory.ts'
import { type Tried, type TryDeps, tryInTurn } from './try-in-turn.ts'

export interface CallDeps extends TryDeps, EquipDeps, PrepareDeps, CallUpstreamDeps {
  readonly reasoning: ReasoningMemory
  /** Registers what to do when the daemon must end now. @returns a function that unregisters it */
  readonly onShutdown: (stop: () => void) => () => void
}

/** A request whose client may still be waiting. */
export interface Waiting extends InboundRequest {
  readonly client: Pick<Client, 'isGone' | 'onGone'>
}

/** The result of a plan: the last attempt's answer, or its error. */
export type CallResult = Tried<Answer>

/**
 * Asks the candidates of a plan for an answer. If the client leaves or the daemon ends, the running attempt is aborted.
 *
 * @throws AppError as {@link tryInTurn}, and `shutting_down` when the daemon ends first
 */
export async function call(asked: Asked<Waiting>, plan: Plan, deps: CallDeps): Promise<CallResult> {
  const { client } = asked.inbound
  const decode = decodeOnce(asked, deps.reasoning)
  let current: UpstreamExchange | undefined
  let isStopping = false
  const isAbandoned = () => client.isGone || isStopping
  const onExchange = (exchange: UpstreamExchange) => {
    current = exchange
    if (isAbandoned()) exchange.abort()
  }
  client.onGone(() => current?.abort())
  const forgetStop = deps.onShutdown(() => {
    isStopping = true
    current?.abort()
  })
  try {
    const ask = (attempt: Attempt) => {
      // The previous attempt gave nothing, but its stream may still be open.
      current?.abort()
      asked.inbound.answerLease?.end()
      return makeAttempt(attempt, decode, onExchange, deps)
    }
    const result = await tryInTurn(asked, plan, { ask, isAbandoned }, deps)
    if (isStopping && result.answer.kind === 'failed')
      throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    return { ...result, answer: refuseGivenUp(result.answer) }
  } catch (error) {
    current?.abort()
    throw error
  } finally {
    client.onGone(undefined)
    forgetStop()
  }
}

/** Makes one attempt on one channel. @throws AppError if the channel's format cannot express the request */
function makeAttempt(
  bare: Attempt,
  decode: Decode,
  onExchange: (exchange: UpstreamExchange) => void,
  deps: CallDeps,
): Promise<Answer> {
  const getReady = () => equip(bare, decode, deps)
  const send = ({ attempt, decoded }: Equipped) =>
    callUpstream(prepare(attempt, decoded, deps), onExchange, deps, bare.asked.inbound.answerLease)
  const equipped = getReady()
  if (!(equipped instanceof Promise)) return send(equipped)
  return sendWhenReady(bare, equipped, { getReady, send }, deps)
}

/** The two steps of an attempt: get what it needs, then send the request. */
interface Sending {
  getReady(): Equipped | Promise<Equipped>
  send(equipped: Equipped): Promise<Answer>
}

/** Sends an attempt once it is ready. If the vendor rejects a derived token early, gets a new one and tries again. */
async function sendWhenReady(
  bare: Attempt,
  first: Promise<Equipped>,
  { getReady, send }: Sending,
  { credentials }: CallDeps,
): Promise<Answer> {
  for (let round = 1; ; round += 1) {
    let equipped: Equipped
    try {
      equipped = await (round === 1 ? first : getReady())
    } catch (error) {
      if (!(error instanceof CredentialRefusal || error instanceof TransportError)) throw error
      return refusedBeforehand(describeAttempt(bare), error)
    }
    const answer = await send(equipped)
    const { type, call } = equipped.attempt
    if (round > 1 || answer.kind !== 'failed' || !isCredentialExpired(type, answer)) return answer
    credentials.forget(call)
  }
}

const isCredentialExpired = (type: ChannelType, answer: FailedAnswer): boolean =>
  type.credential !== undefined &&
  answer.failure !== undefined &&
  (type.credential.isExpired?.(answer.upstreamStatus, answer.failure) ?? answer.upstreamStatus === 401)
