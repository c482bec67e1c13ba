import type { AudioLength } from '../../counting/audio-duration.ts'
import { countTexts } from '../../counting/count-tokens.ts'
import { estimatePromptTokens, isBeyondAllowance } from '../../counting/estimate-tokens.ts'
import { leastTokens } from '../../counting/least-tokens.ts'
import { holdTokensOfMedia } from '../../counting/media-tokens.ts'
import { collectCountableTexts as collectMessages } from '../../protocols/anthropic/index.ts'
import { mediaTokens, readCountTokensRequest } from '../../protocols/gemini/index.ts'
import { countPrompt } from '../../protocols/openai/count-prompt.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import { collectCountableTexts as collectResponses } from '../../protocols/responses/index.ts'
import { textsWithin } from '../../protocols/texts-within.ts'
import type { Codec, JsonObject, OperationName } from '../../protocols/types.ts'
import { unreadMedia } from '../../protocols/unread-media.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Admitted } from './asked.ts'
import { audioPromptTokens, uploadedAudio } from './media-facts.ts'

/**
 * Estimates the prompt tokens of a request before it is sent, by the length of its text. Tends to be high, and costs
 * next to nothing unless the request carries attachments.
 */
export function estimatePrompt(
  { body, facts, multipart }: Pick<Admitted, 'body' | 'facts' | 'multipart'>,
  { codec, body: { length: bodyBytes } }: InboundRequest,
): number {
  const audioTokens = audioPromptTokens({ multipart })
  if (audioTokens !== undefined) return audioTokens
  // A realtime session has no prompt until it is open.
  if (codec.operation === 'realtime') return 0
  // Speech may be priced by the character, and there are at least as many bytes as characters.
  if (codec.operation === 'speech') return bodyBytes
  if (facts.attachments === 0)
    return estimatePromptTokens({ textBytes: bodyBytes, bodyBytes, attachments: 0 })
  const { system, context, input } = codec.readTexts(body)
  const size = { textBytes: bytesOf([system, context, input]), bodyBytes, attachments: facts.attachments }
  if (!isBeyondAllowance(size)) return estimatePromptTokens(size)
  // The body has media, or long definitions, schemas and calls. Only media have fewer tokens than their length suggests.
  return estimatePromptTokens({ ...size, textBytes: Math.max(size.textBytes, bytesOf(textsWithin(body))) })
}

/**
 * Estimates how many tokens the prompt may have in addition to {@link estimatePrompt}: those of documents, recordings
 * and videos, and those that the vendor adds. They are not known until the vendor has read the prompt.
 */
export function openPromptTokens({ body, facts }: Pick<Admitted, 'body' | 'facts'>, codec: Codec): number {
  const added = codec.extendsPrompt?.(body) ? ADDED_TOKENS : 0
  // Most requests have no media, so that their messages need not be searched for files.
  const media = facts.media ? unreadMedia(body) : []
  return media.reduce((sum, each) => sum + holdTokensOfMedia(each), added)
}

/** Tokens assumed for content that the vendor adds, such as search results or a stored conversation. */
const ADDED_TOKENS = 50_000

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** Returns a lower bound for the tokens of the prompt's text; 0 if uploaded audio is charged instead. */
export function leastPromptOf(
  { body, multipart }: Pick<Admitted, 'body' | 'multipart'>,
  { codec }: InboundRequest,
): number {
  if (uploadedAudio({ multipart })) return 0
  const { system, context, input } = codec.readTexts(body)
  return [system, context, input].reduce((sum, text) => sum + leastTokens(text.slice(0, LEAST_LENGTH)), 0)
}

/** More than any model reads. Text beyond this is ignored, because examining it would hold up other requests. */
const LEAST_LENGTH = 4_194_304

/** The tokens around one message in OpenAI's format; other protocols are counted the same way. */
const FRAME_TOKENS = 8

/** Counts the prompt tokens of a request whose upstream does not report them. */
export async function countPromptOf(
  codec: Codec,
  model: string,
  body: JsonObject,
  audio?: () => AudioLength | undefined,
): Promise<number> {
  const { operation } = codec
  // Only OpenAI's format has its texts in `input`, which may also hold token numbers.
  if (operation === 'embedding' && codec.id !== openaiEmbedding.id) {
    const { system, context, input } = codec.readTexts(body)
    return countTexts(model, [system, context, input])
  }
  if (operation === 'chat' || codec.client === undefined || operation === 'completion')
    return countPrompt(operation, model, codec.inChatForm?.(body) ?? body, audio)
  const { texts, tokens } = collect(operation, body)
  return tokens + (await countTexts(model, [...texts]))
}

function collect(operation: OperationName, body: JsonObject): { texts: readonly string[]; tokens: number } {
  if (operation === 'messages') return collectMessages(body)
  if (operation === 'responses') return collectResponses(body)
  const { system, context, input } = readCountTokensRequest(body)
  return { texts: [system, context, input], tokens: FRAME_TOKENS + mediaTokens(body) }
}
