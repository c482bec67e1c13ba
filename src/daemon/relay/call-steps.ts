import { AppError } from '../errors/app-error.ts'
import type { Asked } from './admit/asked.ts'
import type { Answer } from './call/answer.ts'
import type { AttemptRecord } from './call/attempt-record.ts'
import { call, type Waiting } from './call/call.ts'
import { present } from './deliver/present.ts'
import type { PassedOver, Steps } from './hold/plan-steps.ts'
import type { Hold, Step } from './hold/reserve.ts'
import type { Inbound } from './inbound/inbound.ts'
import type { RelayDeps } from './relay-deps.ts'

/** The result of asking the models that a request names. */
export interface Called {
  /** The model that answered, or the last one asked. */
  readonly step: Step<Inbound>
  /** The hold with the price and cap of that model. */
  readonly hold: Hold
  /** The answer, or the error thrown by the last call. */
  readonly answer: Answer | AppError
  readonly attempts: readonly AttemptRecord[]
  /** The models that were tried or skipped before this one, each with the error code that ruled it out. */
  readonly passedOver: readonly PassedOver[]
}

/**
 * Asks one model after another until one gives an answer; nearly always there is only one. An answer that the client
 * has begun to receive counts, even if it breaks off.
 */
export async function callSteps(
  { steps, passedOver }: Steps<Inbound>,
  hold: Hold,
  deps: RelayDeps,
): Promise<Called> {
  const attempts: AttemptRecord[] = []
  const left: PassedOver[] = []
  for (const [place, planned] of steps.entries()) {
    for (const { model, reason, after } of passedOver) if (after === place) left.push({ model, reason })
    // The original hold has the price and cap of the first model.
    const held = place === 0 ? hold : { ...hold, ...hold.steps[place] }
    const step = { asked: withGrant(planned.asked, held), plan: planned.plan }
    const answer = await ask(step, held, attempts, deps)
    const isLast = place === steps.length - 1 || hasEnded(step, answer)
    if (isLast) return { step, hold: held, answer, attempts, passedOver: left }
    left.push({ model: step.plan.model, reason: codeOf(answer) })
  }
  throw new AppError('internal')
}

/** Whether no further model should be asked. */
const hasEnded = ({ asked }: Step<Inbound>, answer: Answer | AppError): boolean => {
  if (answer instanceof AppError) return answer.code === 'shutting_down' || asked.inbound.client.isGone
  return answer.kind !== 'failed' || answer.isAbandoned === true
}

const codeOf = (answer: Answer | AppError): string => {
  if (answer instanceof AppError) return answer.code
  return answer.kind === 'failed' ? answer.error.code : ''
}

/** @param attempts receives the attempts that were made */
async function ask(
  { asked, plan }: Step<Inbound>,
  hold: Hold,
  attempts: AttemptRecord[],
  deps: RelayDeps,
): Promise<Answer | AppError> {
  try {
    const called = await call(isKeptByKey(asked, hold) ? lasting(asked) : asked, plan, deps)
    attempts.push(...called.attempts)
    return present(asked, called.answer, deps)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The cap covered by the hold goes upstream if nothing else sets one. */
const withGrant = (asked: Asked<Inbound>, { grantedOutputTokens }: Hold): Asked<Inbound> =>
  grantedOutputTokens === undefined
    ? asked
    : { ...asked, admitted: { ...asked.admitted, grantedOutputTokens } }

/** Whether the answer will be kept for a client that repeats its Idempotency-Key. */
const isKeptByKey = ({ admitted }: Asked, { idempotency }: Hold): boolean =>
  idempotency !== undefined && !admitted.facts.isStream

/** SDKs time out and send the same request again, so the answer is completed although the first client has left. */
const lasting = (asked: Asked<Inbound>): Asked<Waiting> => ({
  ...asked,
  inbound: { ...asked.inbound, client: { isGone: false, onGone: () => {} } },
})
