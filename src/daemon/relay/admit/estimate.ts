import type { AudioLength } from '../../counting/audio-duration.ts'
import { countTexts } from '../../counting/count-tokens.ts'
import { estimatePromptTokens } from '../../counting/estimate-tokens.ts'
import { collectCountableTexts as collectMessages } from '../../protocols/anthropic/index.ts'
import { readCountTokensRequest } from '../../protocols/gemini/index.ts'
import { countPrompt } from '../../protocols/openai/count-prompt.ts'
import { collectCountableTexts as collectResponses } from '../../protocols/responses/index.ts'
import type { Codec, JsonObject, OperationName } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Admitted } from './admit.ts'
import { audioPromptTokens } from './media-facts.ts'

/** Prompt tokens to hold for; leans upwards, costs next to nothing unless the request carries attachments. */
export function readPromptTokens(
  asked: Pick<Admitted, 'body' | 'facts' | 'multipart'>,
  inbound: InboundRequest,
): number {
  const audioTokens = audioPromptTokens(asked)
  if (audioTokens !== undefined) return audioTokens
  const { body, facts } = asked
  // Speech may be sold by the character: each byte of it is at least as much.
  if (inbound.codec.operation === 'speech') return inbound.body.length
  const bodyBytes = inbound.body.length
  if (facts.attachments === 0)
    return estimatePromptTokens({ textBytes: bodyBytes, bodyBytes, attachments: 0 })
  const { system, context, input } = inbound.codec.readTexts(body)
  const textBytes = Buffer.byteLength(system) + Buffer.byteLength(context) + Buffer.byteLength(input)
  return estimatePromptTokens({ textBytes, bodyBytes, attachments: facts.attachments })
}

/** What opens and closes a message, as in OpenAI's format; other protocols are counted alike. */
const FRAME_TOKENS = 8

/** Prompt tokens of a request whose upstream states none. */
export async function countPromptOf(
  codec: Codec,
  model: string,
  body: JsonObject,
  audio?: () => AudioLength | undefined,
): Promise<number> {
  const { operation } = codec
  if (operation === 'embedding' && codec.isAddressedByPath) {
    const { system, context, input } = codec.readTexts(body)
    return countTexts(model, [system, context, input])
  }
  if (operation === 'chat' || codec.client === undefined || operation === 'completion')
    return countPrompt(operation, model, body, audio)
  const { texts, tokens } = collect(operation, body)
  return tokens + (await countTexts(model, [...texts]))
}

function collect(operation: OperationName, body: JsonObject): { texts: readonly string[]; tokens: number } {
  if (operation === 'messages') return collectMessages(body)
  if (operation === 'responses') return collectResponses(body)
  const { system, context, input } = readCountTokensRequest(body)
  return { texts: [system, context, input], tokens: FRAME_TOKENS }
}
