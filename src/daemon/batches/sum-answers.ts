import { AppError } from '../errors/app-error.ts'
import { type Amount, ZERO } from '../money/amount.ts'
import { RATIO_SCALE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import { undiscounted } from '../pricing/batch-price.ts'
import { priceUsage } from '../pricing/price.ts'
import type { JsonObject } from '../protocols/types.ts'
import { addUsage, NO_USAGE, type Usage } from '../protocols/usage.ts'
import type { Batch } from './batch.ts'
import type { BatchForm } from './batch-form.ts'

/** The total of a batch's answers. */
export interface BatchUsage {
  readonly usage: Usage
  /** Number of requests that were answered. */
  readonly answered: number
  /** Number of answers without usage. */
  readonly unstated: number
  /** Cost of the vendor's own tools, such as searches, in dollars. */
  readonly tools: Ratio
}

/**
 * Adds up the answers of a batch. @throws AppError `upstream_malformed` when there are more answers than requests, or
 * fewer than the vendor reports
 */
export async function sumAnswers(
  answers: AsyncIterable<JsonObject>,
  batch: Batch,
  { form, counted = 0 }: { readonly form: BatchForm; readonly counted: number | undefined },
): Promise<BatchUsage> {
  const codec = form.endpoints.get(batch.endpoint)
  let usage = NO_USAGE
  let answered = 0
  let unstated = 0
  let tools: bigint = RATIO_ZERO
  for await (const answer of answers) {
    answered += 1
    if (answered > batch.requests) break
    const reading = codec?.readUsage(answer)
    if (reading?.kind === 'stated') usage = addUsage(usage, reading.usage)
    else unstated += 1
    tools += form.toolDollars?.(answer, batch.model) ?? RATIO_ZERO
  }
  if (answered > batch.requests || answered < counted)
    throw new AppError('upstream_malformed', { detail: { batch: batch.vendorId, answered, counted } })
  return { usage, answered, unstated, tools: tools as Ratio }
}

/** Returns the cost, by usage or per request. An answer without usage costs its share of the hold. */
export function costOf(used: BatchUsage, { price, held, requests }: Batch): Amount {
  const { usage, answered, unstated } = used
  if (answered === 0) return ZERO
  const { units, surcharge } = extrasOf(used, price.kind)
  if (price.kind === 'per-call') return priceUsage(price, NO_USAGE, units, surcharge).cost
  const shares = requests === 0 ? 0n : (held * BigInt(unstated)) / BigInt(requests)
  return (priceUsage(price, usage, undefined, surcharge).cost + shares) as Amount
}

/** Returns what is priced in addition to usage: requests and tools. */
export const extrasOf = (
  { answered, tools }: BatchUsage,
  kind: Batch['price']['kind'],
): { readonly units: Ratio | undefined; readonly surcharge: Ratio } => ({
  units: kind === 'per-call' ? ((BigInt(answered) * RATIO_SCALE) as Ratio) : undefined,
  // Vendors discount tokens, but not tools.
  surcharge: undiscounted(tools),
})
