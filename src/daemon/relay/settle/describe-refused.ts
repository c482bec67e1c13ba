import type { Admitted } from '../admit/asked.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { RefusedCall } from './refusal-log.ts'

/** A refused call with what was known of it: the admitted request, or only the caller. */
export interface TurnedAway<Request = Pick<InboundRequest, 'requestId' | 'address'>> {
  readonly inbound: Request
  readonly admitted: Pick<RefusedCall, 'caller' | 'group'> & Partial<Pick<Admitted, 'facts'>>
}

/** Describes a refused call for the log. */
export function describeRefused({
  inbound: { requestId, address },
  admitted: { caller, group, facts },
}: TurnedAway): RefusedCall {
  return { requestId, address, caller, group, model: facts?.model ?? '', isStream: facts?.isStream ?? false }
}
