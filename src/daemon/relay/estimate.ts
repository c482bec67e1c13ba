import { estimatePromptTokens } from '../billing/estimate-tokens.ts'
import type { Admitted } from './admit.ts'
import type { Inbound } from './inbound.ts'

/** Prompt tokens to hold for; leans upwards, costs next to nothing unless the request carries attachments. */
export function readPromptTokens(
  { body, facts }: Pick<Admitted, 'body' | 'facts'>,
  inbound: Inbound,
): number {
  const bodyBytes = inbound.body.length
  if (facts.attachments === 0)
    return estimatePromptTokens({ textBytes: bodyBytes, bodyBytes, attachments: 0 })
  const { system, context, input } = inbound.codec.readTexts(body)
  const textBytes = Buffer.byteLength(system) + Buffer.byteLength(context) + Buffer.byteLength(input)
  return estimatePromptTokens({ textBytes, bodyBytes, attachments: facts.attachments })
}
