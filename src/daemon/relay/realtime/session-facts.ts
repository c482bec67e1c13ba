import { type Amount, ZERO } from '../../money/amount.ts'
import { priceUsage } from '../../pricing/price.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { CallEnd } from '../../pricing/settlement.ts'
import type { SessionMeter } from '../../protocols/openai/realtime-meter.ts'
import type { Usage } from '../../protocols/usage.ts'
import type { AnswerFacts } from '../deliver/charge-facts.ts'
import type { Ended } from '../deliver/ended.ts'

const hasUsed = (usage: Usage): boolean => usage.inputTokens + usage.outputTokens > 0

/** Returns the cost of a session so far. For a model priced per call, the price is due from the first token on. */
export function costOfSession(quote: Quote, meter: SessionMeter): Amount {
  const usage = meter.usage()
  return hasUsed(usage) ? priceUsage(quote, usage).cost : ZERO
}

/** Returns the facts for the charge of a whole session: the sums of its responses. */
export function sessionFacts(meter: SessionMeter, ended: Ended): AnswerFacts {
  const usage = meter.usage()
  return {
    countPrompt: () => usage.inputTokens,
    countOutput: () => usage.outputTokens,
    // The meter makes its own count, whatever the upstream states.
    leastPrompt: () => usage.inputTokens,
    leastOutput: () => usage.outputTokens,
    requestBytes: meter.bytes,
    // Each response is requested with the whole conversation before it.
    attachments: meter.responses + 1,
    outputTokensCap: undefined,
    stated: hasUsed(usage) ? { kind: 'stated', usage, isFinal: !meter.isEstimated } : { kind: 'none' },
    deliveredBytes: meter.bytes,
    hasOutput: hasUsed(usage),
    ended: describeCallEnd(meter, ended),
  }
}

/** A client that leaves between two responses ends its session; during a response, it breaks the session off. */
function describeCallEnd(meter: SessionMeter, ended: Ended): CallEnd {
  if (!hasUsed(meter.usage())) return 'failed'
  if (ended === 'cut-by-upstream') return 'cut-by-upstream'
  return meter.isUnfinished ? 'cut-by-client' : 'complete'
}
