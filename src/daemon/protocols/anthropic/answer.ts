import { randomBytes } from 'node:crypto'
import { statesBeforeCalls } from '../conversation/call-state.ts'
import type { AnswerContext } from '../conversation/codec.ts'
import { tagState } from '../conversation/opaque-state.ts'
import type {
  AssistantPart,
  Citation,
  ConversationAnswer,
  MediaPart,
  OpaqueState,
  ReasoningPart,
  ToolCallPart,
} from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeCitation, encodeCitation } from './citations.ts'
import { searchBlocks } from './search-blocks.ts'
import { decodeStopReason, encodeStopReason } from './stop-reasons.ts'
import { STRUCTURED_ANSWER_TOOL, structuredText } from './structured-answer.ts'
import { encodeUsage, readAnthropicUsage } from './usage.ts'

const OWN_ID = /^msg_/

/** Decodes a complete answer. Blocks of the vendor's own tools are left out; the text around them is kept. */
export function decodeAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const parts: AssistantPart[] = []
  let textChars = 0
  for (const block of objectsOf(body.content)) {
    const part = decodeBlock(block, textChars)
    if (part?.kind === 'text') textChars += part.text.length
    if (part) parts.push(part)
  }
  const explanation = decodeExplanation(body)
  if (explanation !== undefined && textChars === 0) parts.push({ kind: 'refusal', text: explanation })
  const reading = readAnthropicUsage(body)
  const id = asText(body.id)
  const model = asText(body.model)
  const stopSequence = asText(body.stop_sequence)
  const serviceTier = decodeServiceTier(body)
  return {
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    parts,
    finish: decodeStopReason(
      body.stop_reason,
      parts.some((each) => each.kind === 'tool-call'),
    ),
    ...(stopSequence !== undefined && { stopSequence }),
    ...(reading.kind === 'stated' && { usage: reading.usage }),
    ...(serviceTier !== undefined && { serviceTier }),
  }
}

/** Returns the model's reason for a refusal, if stated. @param source an answer or the `delta` of its last event */
export const decodeExplanation = (source: JsonObject): string | undefined =>
  source.stop_reason === 'refusal' ? asText(asObject(source.stop_details)?.explanation) : undefined

/** Generates an id for a call that has none. */
export const madeCallId = (): string => `call_${randomBytes(12).toString('hex')}`

function decodeServiceTier(body: JsonObject): string | undefined {
  const tier = asText(asObject(body.usage)?.service_tier)
  return tier === 'standard' ? 'default' : tier
}

function decodeBlock(block: JsonObject, textChars: number): AssistantPart | undefined {
  switch (block.type) {
    case 'text': {
      const text = asText(block.text)
      if (text === undefined) return undefined
      const citations = placeCitations(
        objectsOf(block.citations).flatMap((each) => decodeCitation(each) ?? []),
        textChars,
        text.length,
      )
      return { kind: 'text', text, ...(citations.length > 0 && { citations }) }
    }
    case 'thinking': {
      const signature = asText(block.signature)
      const text = asText(block.thinking) ?? ''
      if (text === '' && signature === undefined) return undefined
      return { kind: 'reasoning', text, ...(signature !== undefined && { state: ownState(signature) }) }
    }
    case 'redacted_thinking':
      return { kind: 'reasoning', text: '', state: ownState(asText(block.data) ?? ''), isRedacted: true }
    case 'tool_use':
      if (block.name === STRUCTURED_ANSWER_TOOL) return { kind: 'text', text: structuredText(block.input) }
      return {
        kind: 'tool-call',
        id: asText(block.id) ?? madeCallId(),
        name: asText(block.name) ?? '',
        arguments: JSON.stringify(asObject(block.input) ?? {}),
      }
    default:
      return undefined
  }
}

export const ownState = (value: string): OpaqueState => ({ origin: 'anthropic', value })

/** Applies each citation to the whole text of its block. */
export const placeCitations = (
  citations: readonly Citation[],
  start: number,
  length: number,
): readonly Citation[] => citations.map((each) => ({ ...each, start, end: start + length }))

/** Encodes a complete answer. */
export function encodeAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject {
  const parts = withoutBareStates(statesBeforeCalls(answer.parts), context)
  const content = parts.flatMap((part) => encodePart(part, answer, context))
  const citations = answer.parts.flatMap((part) => (part.kind === 'text' ? (part.citations ?? []) : []))
  content.push(...searchBlocks(answer.searches ?? [], citations, context))
  const hasToolCalls = content.some((each) => each.type === 'tool_use')
  const isRefused = answer.parts.some((each) => each.kind === 'refusal')
  return {
    id: encodeMessageId(answer.id, context),
    type: 'message',
    role: 'assistant',
    model: context.model,
    // Clients read the first block without checking that it exists.
    content: content.length > 0 ? content : [{ type: 'text', text: '' }],
    stop_reason: encodeStopReason(answer.finish, hasToolCalls, isRefused),
    stop_sequence: answer.stopSequence ?? null,
    usage: answer.usage
      ? encodeUsage(answer.usage)
      : { input_tokens: context.promptTokensEstimate, output_tokens: 0 },
  }
}

/**
 * Removes states of other vendors that would become thinking blocks without text, unless a call or more thinking
 * follows, or {@link keepsBareState} returns true.
 */
function withoutBareStates(
  parts: readonly AssistantPart[],
  context: AnswerContext,
): readonly AssistantPart[] {
  return parts.filter((part, index) => {
    if (!isBareState(part)) return true
    const next = parts.slice(index + 1).find((each) => !isBareState(each))?.kind
    const isFirst = parts.slice(0, index).every((each) => each.kind === 'reasoning')
    return next === 'tool-call' || next === 'reasoning' || keepsBareState(isFirst, context)
  })
}

const isBareState = (part: AssistantPart): boolean =>
  part.kind === 'reasoning' && part.text === '' && !part.isRedacted && isForeignState(part.state)

/**
 * Reports whether a thinking block without text is written although no call or thinking follows. It holds the state of
 * another vendor's model, such as the signature at the end of each answer of Gemini 3. Vendors need it back only with
 * calls. Many clients read the text of the last block, as Claude Code does with `-p`, or of the first block if they did
 * not ask for thinking, so such a block must not be there.
 *
 * @param isFirst whether no text or call is before it
 */
export const keepsBareState = (isFirst: boolean, { wantsReasoningText }: AnswerContext): boolean =>
  isFirst && wantsReasoningText !== undefined

export const isForeignState = (state: OpaqueState | undefined): boolean =>
  state !== undefined && state.origin !== 'anthropic'

/** Replaces ids of other vendors, because clients recognize messages by this prefix. */
export const encodeMessageId = (id: string | undefined, context: AnswerContext): string =>
  id !== undefined && OWN_ID.test(id) ? id : `msg_${context.requestId}`

function encodePart(part: AssistantPart, answer: ConversationAnswer, context: AnswerContext): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return part.text === ''
        ? []
        : [
            {
              type: 'text',
              text: part.text,
              ...(part.citations && { citations: part.citations.map(encodeCitation) }),
            },
          ]
    case 'refusal':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }]
    case 'reasoning':
      return encodeReasoning(part, context)
    case 'media':
      return [{ type: 'text', text: describeMedia(part) }]
    case 'tool-call':
      return encodeToolCall(part, answer)
  }
}

function encodeReasoning(part: ReasoningPart, context: AnswerContext): JsonObject[] {
  const signature = encodeState(part.state)
  if (part.isRedacted) return signature === '' ? [] : [{ type: 'redacted_thinking', data: signature }]
  const thinking = context.wantsReasoningText === false ? '' : part.text
  return thinking === '' && signature === '' ? [] : [{ type: 'thinking', thinking, signature }]
}

/** Returns the signature for a state: tagged with its origin for other families, empty if there is no state. */
export function encodeState(state: OpaqueState | undefined): string {
  if (!state) return ''
  return state.origin === 'anthropic' ? state.value : tagState(state)
}

/** Encodes a tool call. A call cut off by the token limit is left out, because its input cannot be parsed. */
function encodeToolCall(part: ToolCallPart, answer: ConversationAnswer): JsonObject[] {
  const input = part.arguments.trim() === '' ? {} : asObject(parseExactly(part.arguments))
  if (!input && answer.finish === 'length') return []
  return [{ type: 'tool_use', id: part.id, name: part.name, input: input ?? { _raw: part.arguments } }]
}

/**
 * Describes media as text, the only content of answers in this protocol: links are written out, data is only mentioned.
 */
export function describeMedia({ mimeType, source, transcript }: MediaPart): string {
  if (transcript !== undefined && transcript !== '') return transcript
  if (source.kind === 'url') return `![](${source.url})`
  if (source.kind === 'text') return source.text
  return `[The answer holds ${mimeType || 'a file'}, which this protocol cannot carry.]`
}
