import { AppError } from '../../errors/app-error.ts'
import { checkModel } from '../admit/admit.ts'
import type { Asked } from '../admit/asked.ts'
import { estimatePrompt } from '../admit/estimate.ts'
import { withModel } from '../admit/named-models.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { type MadeBy, planFor, type RouteDeps } from '../route/plan-for.ts'
import { priceOf, type Step } from './reserve.ts'

/** A requested model that did not give the answer. */
export interface PassedOver {
  readonly model: string
  /** The code of the error that ruled it out. */
  readonly reason: string
}

/** A model that cannot be asked. */
interface Unplanned extends PassedOver {
  /** How many of the models that can be asked come before it. */
  readonly after: number
}

/** The models that can be asked, in the order of the request, and those that cannot. */
export interface Steps<Request extends InboundRequest> {
  readonly steps: readonly [Step<Request>, ...Step<Request>[]]
  readonly passedOver: readonly Unplanned[]
}

/**
 * Makes a plan for each model that a request names. A model without a price, or without a channel that can serve it
 * now, is passed over.
 *
 * @throws AppError the error of the first one, if none can be asked
 */
export function planSteps<Request extends InboundRequest>(
  asked: Asked<Request>,
  madeBy: MadeBy | undefined,
  deps: RouteDeps,
): Steps<Request> {
  const { fallbacks } = asked.admitted
  if (!fallbacks) return { steps: [{ asked, plan: planFor(asked, deps, madeBy) }], passedOver: [] }
  const steps: Step<Request>[] = []
  const passedOver: Unplanned[] = []
  let first: AppError | undefined
  for (const each of [asked, ...fallbacks.map((model) => forModel(asked, model))])
    try {
      // A token may have fallbacks that it is no longer allowed to call.
      checkModel(each.admitted.caller, each.admitted.facts.model)
      const plan = planFor(each, deps, madeBy)
      priceOf(each, plan)
      steps.push({ asked: each, plan })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      first ??= error
      passedOver.push({ model: each.admitted.facts.model, reason: error.code, after: steps.length })
    }
  const [one, ...others] = steps
  if (!one) throw first ?? new AppError('internal')
  return { steps: [one, ...others], passedOver }
}

/** Returns the request for another model. */
function forModel<Request extends InboundRequest>(asked: Asked<Request>, model: string): Asked<Request> {
  const { inbound } = asked
  const parsed = withModel(asked.admitted, model)
  const admitted = { ...parsed, facts: inbound.codec.readRequest(parsed.body) }
  return { ...asked, admitted: { ...admitted, promptTokens: estimatePrompt(admitted, inbound) } }
}
