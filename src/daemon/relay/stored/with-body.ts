import type { JsonObject } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { estimatePrompt } from '../admit/estimate.ts'
import type { InboundRequest } from '../inbound/inbound.ts'

/** The request with another body; its limits, its price and its route go by that. */
export function withBody<Request extends InboundRequest>(
  asked: Asked<Request>,
  body: JsonObject,
): Asked<Request> {
  const bodyText = JSON.stringify(body)
  const inbound = { ...asked.inbound, body: Buffer.from(bodyText) }
  const facts = inbound.codec.readRequest(body)
  const admitted = { ...asked.admitted, body, bodyText, facts }
  return { ...asked, inbound, admitted: { ...admitted, promptTokens: estimatePrompt(admitted, inbound) } }
}
