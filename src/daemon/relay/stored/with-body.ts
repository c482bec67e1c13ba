import type { JsonObject } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { estimatePrompt } from '../admit/estimate.ts'
import type { InboundRequest } from '../inbound/inbound.ts'

/**
 * Returns the request with another body, which its limits, price and route are based on. Members from the path are not
 * in the text.
 */
export function withBody<Request extends InboundRequest>(
  asked: Asked<Request>,
  body: JsonObject,
): Asked<Request> {
  const { pathMembers } = asked.admitted
  const own = Object.entries(body).filter(([name]) => !pathMembers.includes(name))
  const bodyText = JSON.stringify(pathMembers.length === 0 ? body : Object.fromEntries(own))
  const inbound = { ...asked.inbound, body: Buffer.from(bodyText) }
  const facts = inbound.codec.readRequest(body)
  const admitted = { ...asked.admitted, body, bodyText, facts }
  return { ...asked, inbound, admitted: { ...admitted, promptTokens: estimatePrompt(admitted, inbound) } }
}
