import type { Amount } from '../../money/amount.ts'
import { isSameModel } from '../../pricing/same-model.ts'
import type { Charge } from '../../pricing/settlement.ts'
import type { Asked } from '../admit/asked.ts'
import type { FailedAnswer, PlainAnswer, StreamAnswer } from '../call/answer.ts'
import type { AttemptRecord } from '../call/attempt-record.ts'
import type { AnswerFacts } from '../deliver/charge-facts.ts'
import type { PassedOver } from '../hold/plan-steps.ts'
import type { Hold } from '../hold/reserve.ts'
import type { Plan } from '../route/plan.ts'

/** The parts of an answer that settling needs. */
export type Answered =
  | Pick<
      PlainAnswer,
      'kind' | 'prepared' | 'firstByteMs' | 'status' | 'contentType' | 'body' | 'conversation'
    >
  | Pick<StreamAnswer, 'kind' | 'prepared' | 'firstByteMs'>
  /** The client left before there was an answer. */
  | (Pick<StreamAnswer, 'prepared' | 'firstByteMs'> & { readonly kind: 'abandoned' })

/** Everything that is known when an answer has ended. */
export interface Finished {
  readonly asked: Asked
  readonly plan: Plan
  readonly hold: Hold
  /** The final amount of the hold, including extensions. */
  readonly held: Amount
  readonly answer: Answered
  readonly attempts: readonly AttemptRecord[]
  /** The models listed before the one that answered, by the request or its token, and why they did not answer. */
  readonly passedOver?: readonly PassedOver[]
  readonly facts: AnswerFacts
  /** The charge, if it has already been decided. */
  readonly charge?: Charge | undefined
  /** The upstream's report, inside the stream, of why it broke off. */
  readonly broken?: FailedAnswer | undefined
  /** Returns the visible text of the answer; only called if chat content is logged. */
  readonly outputText: () => string
  /** The model stated in the answer; absent if none is. */
  readonly answeredModel?: string | undefined
  /** The submitted task, if the request was a submission. */
  readonly task?: { readonly id: string; readonly action: string } | undefined
}

/** Returns the model that the answer is from, if it is neither the requested one nor the one called. */
export function otherModel({ answer, asked, answeredModel }: Finished): string | undefined {
  if (answeredModel === undefined) return undefined
  const expected = [answer.prepared.call.model, asked.admitted.facts.model]
  return expected.some((name) => isSameModel(name, answeredModel)) ? undefined : answeredModel
}
