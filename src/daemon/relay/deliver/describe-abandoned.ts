import type { Asked } from '../admit/asked.ts'
import type { FailedAnswer } from '../call/answer.ts'
import type { Hold } from '../hold/reserve.ts'
import { chargedExtras, requestFacts } from './charge-facts.ts'
import type { Outcome } from './deliver.ts'

/**
 * What is charged of a call whose client left before the first byte, when its request was on its way already: vendors
 * charge the prompt, so it is counted here.
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
      // We do not know which tools the provider has run by then.
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
