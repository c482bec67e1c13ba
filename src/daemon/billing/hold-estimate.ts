import { AppError } from '../errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, type Amount } from './amount.ts'
import { FACTORS_PER_AMOUNT } from './exact-price.ts'
import type { Quote } from './quote.ts'

export interface HoldFacts {
  /** See `estimatePromptTokens`. */
  readonly promptTokens: number
  /** The client's cap, all choices together; undefined when it gave none. */
  readonly outputTokensCap: number | undefined
  /** The option `PreConsumedQuota`: output tokens to assume without a cap. */
  readonly preConsumedQuota: number
}

/**
 * What to reserve before the upstream is called: the most the request is likely to cost, rounded up. At least one
 * thousandth, because a hold is also the record that the request exists; a free model gets it back.
 *
 * @throws AppError `charge_too_large` when the request could cost more than one operation may move
 */
export function estimateHold(quote: Quote, facts: HoldFacts): Amount {
  const outputTokens = facts.outputTokensCap ?? facts.preConsumedQuota
  const exact =
    quote.kind === 'per-call'
      ? quote.factors.call
      : count(facts.promptTokens) * quote.factors.input + count(outputTokens) * quote.factors.output
  const hold = (exact + FACTORS_PER_AMOUNT - 1n) / FACTORS_PER_AMOUNT
  if (hold > AMOUNT_MAX_PER_OPERATION)
    throw new AppError('charge_too_large', { detail: { model: quote.pricedModel, ...facts } })
  return (hold < 1n ? 1n : hold) as Amount
}

const count = (tokens: number): bigint =>
  tokens > 0 ? BigInt(Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER)) : 0n
