import { type Amount, ZERO } from '../money/amount.ts'
import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { priceUsage } from '../pricing/price.ts'
import { asObject } from '../protocols/json-access.ts'
import { addUsage, NO_USAGE, type Usage } from '../protocols/usage.ts'
import { BATCH_ENDPOINTS, type Batch } from './batch.ts'
import type { Line } from './read-lines.ts'

/** What the answers of a batch used. */
export interface BatchUsage {
  readonly usage: Usage
  /** Requests that were answered. */
  readonly answered: number
  /** How many of those have no usage. */
  readonly unstated: number
}

/** Reads the usage of every answer. Requests that failed are in the other file, or have another status, and cost nothing. */
export async function readOutput(lines: AsyncIterable<Line>, { endpoint }: Batch): Promise<BatchUsage> {
  const codec = BATCH_ENDPOINTS.get(endpoint)
  let usage = NO_USAGE
  let answered = 0
  let unstated = 0
  for await (const { document } of lines) {
    const response = asObject(document?.response)
    if (response?.status_code !== 200) continue
    answered += 1
    const reading = codec?.readUsage(asObject(response.body) ?? {})
    if (reading?.kind === 'stated') usage = addUsage(usage, reading.usage)
    else unstated += 1
  }
  return { usage, answered, unstated }
}

/** What it costs: by usage, or by the request. An answer without usage costs its share of what was held. */
export function costOf({ usage, answered, unstated }: BatchUsage, { price, held, requests }: Batch): Amount {
  if (answered === 0) return ZERO
  if (price.kind === 'per-call') return priceUsage(price, NO_USAGE, unitsOf(answered)).cost
  const shares = requests === 0 ? 0n : (held * BigInt(unstated)) / BigInt(requests)
  return (priceUsage(price, usage).cost + shares) as Amount
}

/** How many times a price per call applies. */
export const unitsOf = (answered: number): Ratio => (BigInt(answered) * RATIO_SCALE) as Ratio
