import type { Admitted } from '../admit/asked.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RefusedCall } from './refusal-log.ts'

/** A call as far as it was known when it was refused: admitted, or only who sends it. */
export interface TurnedAway<Request = Pick<InboundRequest, 'requestId' | 'address'>> {
  readonly inbound: Request
  readonly admitted: Pick<RefusedCall, 'caller' | 'group'> & Partial<Pick<Admitted, 'facts'>>
}

/** What the log tells of it. */
export function describeRefused({
  inbound: { requestId, address },
  admitted: { caller, group, facts },
}: TurnedAway): RefusedCall {
  return { requestId, address, caller, group, model: facts?.model ?? '', isStream: facts?.isStream ?? false }
}
