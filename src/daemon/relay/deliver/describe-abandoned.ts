import type { Asked } from '../admit/asked.ts'
import type { FailedAnswer } from '../call/answer.ts'
import type { Hold } from '../hold/reserve.ts'
import { chargedExtras, requestFacts } from './charge-facts.ts'
import type { Outcome } from './deliver.ts'

/**
 * Describes what is charged for a call whose client left before the first byte, after the request had been sent:
 * vendors charge the prompt, so we count it.
 */
export function describeAbandoned(asked: Asked, hold: Hold, { prepared }: FailedAnswer): Outcome {
  return {
    held: hold.amount,
    error: undefined,
    terminator: undefined,
    outputText: () => '',
    answeredModel: undefined,
    documents: [],
    facts: {
      ...requestFacts(asked, prepared),
      ...chargedExtras(asked, prepared, undefined),
      // We do not know which tools the provider had run by then.
      surcharge: undefined,
      stated: { kind: 'none' },
      countOutput: () => 0,
      leastOutput: () => 0,
      deliveredBytes: 0,
      hasOutput: false,
      ended: 'cut-by-client',
    },
  }
}
