import { type Amount, ZERO } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'
import { priceUsage } from '../../pricing/price.ts'
import type { CallEnd } from '../../pricing/settlement.ts'
import type { RealtimeMeter } from '../../protocols/openai/realtime-meter.ts'
import type { Usage } from '../../protocols/usage.ts'
import type { Admitted } from '../admit/admit.ts'
import type { AttemptRecord } from '../call/call.ts'
import type { LiveStream } from '../deliver/live-streams.ts'
import type { Hold } from '../hold/reserve.ts'
import { within } from '../hold/within.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RelayDeps } from '../relay-deps.ts'
import type { Plan } from '../route/plan.ts'
import { settle } from '../settle/settle.ts'
import type { OpenSession } from './open-session.ts'
import type { SessionEnd } from './pipe-session.ts'

/** A client does not wait longer than this for its charge to be durable. */
const SETTLE_PATIENCE_MS = 10_000

/** A session with everything that its charge depends on. */
export interface RunningSession extends OpenSession {
  readonly admitted: Admitted
  readonly inbound: InboundRequest
  readonly plan: Plan
  readonly hold: Hold
  readonly attempts: readonly AttemptRecord[]
  readonly meter: RealtimeMeter
}

const hasUsed = (usage: Usage): boolean => usage.inputTokens + usage.outputTokens > 0

/** The session as the keeper of holds sees it. A model priced by calls costs its price from the first token on. */
export function liveSession({ hold, meter }: RunningSession, stop: () => void): LiveStream {
  return {
    holdId: hold.id,
    held: hold.amount,
    step: hold.amount,
    accrued: ZERO,
    checkedChars: 0,
    isExtending: false,
    isExhausted: false,
    chars: () => meter.bytes,
    costSoFar: () => {
      const usage = meter.usage()
      return hasUsed(usage) ? priceUsage(hold.quote, usage).cost : ZERO
    },
    stop,
  }
}

/** One charge and one log row, with the sums. @returns when it is durable, or nobody should wait any longer */
export async function settleSession(
  session: RunningSession,
  held: Amount,
  ended: SessionEnd,
  options: Options,
  deps: RelayDeps,
): Promise<void> {
  const { admitted, inbound, plan, hold, attempts, meter, prepared, firstByteMs } = session
  const usage = meter.usage()
  const settled = settle(
    {
      admitted,
      inbound,
      plan,
      hold,
      held,
      answer: { kind: 'stream', prepared, firstByteMs },
      attempts,
      facts: {
        countPrompt: () => usage.inputTokens,
        countOutput: () => usage.outputTokens,
        requestBytes: meter.bytes,
        // Each response is asked with the whole conversation before it.
        attachments: meter.responses + 1,
        outputTokensCap: undefined,
        stated: hasUsed(usage) ? { kind: 'stated', usage, isFinal: !meter.isEstimated } : { kind: 'none' },
        deliveredBytes: meter.bytes,
        hasOutput: hasUsed(usage),
        ended: describeCallEnd(meter, ended),
      },
      outputText: () => '',
    },
    { ledger: deps.ledger, clock: deps.clock, options, meters: deps.meters, onCharged: deps.onCharged },
  )
  settled.catch((error: unknown) =>
    deps.log.error({ err: error, requestId: hold.id }, 'a charge was not booked'),
  )
  await within(settled, SETTLE_PATIENCE_MS)
}

/** A client that leaves between two responses is how a session ends; in the middle of one it breaks it off. */
function describeCallEnd(meter: RealtimeMeter, ended: SessionEnd): CallEnd {
  if (!hasUsed(meter.usage())) return 'failed'
  if (ended === 'cut-by-upstream') return 'cut-by-upstream'
  return meter.isUnfinished ? 'cut-by-client' : 'complete'
}
