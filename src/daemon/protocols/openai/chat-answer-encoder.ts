import type { AnswerContext } from '../conversation/codec.ts'
import { restoreCustomCall } from '../conversation/custom-tools.ts'
import type {
  AssistantPart,
  Citation,
  ConversationAnswer,
  MediaPart,
  ReasoningPart,
  ToolCallPart,
} from '../conversation/types.ts'
import { objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { writeFinishReason } from './chat-finish.ts'
import { writeLink } from './chat-media.ts'
import { writeCallSignature, writeCallState, writeReasoningDetails } from './chat-reasoning.ts'
import { encodeOpenAiUsage } from './chat-usage.ts'

/** Encodes a complete answer, with every `null` that the SDKs' types require. */
export function encodeChatAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject {
  const parts = answer.parts.map((part) =>
    part.kind === 'tool-call' ? restoreCustomCall(part, context.request.tools) : part,
  )
  const hasCalls = parts.some((part) => part.kind === 'tool-call')
  const isLegacy = wantsFunctionCall(context)
  return {
    id: chatId(context),
    object: 'chat.completion',
    created: context.created,
    model: context.model,
    system_fingerprint: null,
    ...(answer.serviceTier !== undefined && { service_tier: answer.serviceTier }),
    choices: [
      {
        index: 0,
        message: encodeMessage(parts, context),
        logprobs: answer.logprobs ? { content: [...answer.logprobs], refusal: null } : null,
        finish_reason: writeFinishReason(answer.finish, hasCalls, isLegacy),
      },
    ],
    ...(answer.usage && { usage: encodeOpenAiUsage(answer.usage) }),
  }
}

export const chatId = ({ requestId }: AnswerContext): string => `chatcmpl-${requestId}`

/** Whether the client expects `function_call`: clients that send `functions` do not read `tool_calls`. */
export const wantsFunctionCall = ({ body }: AnswerContext): boolean =>
  objectsOf(body.functions).length > 0 && objectsOf(body.tools).length === 0

function encodeMessage(parts: readonly AssistantPart[], context: AnswerContext): JsonObject {
  const of = <K extends AssistantPart['kind']>(kind: K) =>
    parts.filter((part): part is Extract<AssistantPart, { kind: K }> => part.kind === kind)
  const text = joinTexts(of('text'))
  const refusal = joinTexts(of('refusal'))
  const calls = of('tool-call')
  const media = of('media')
  const isSilent = text === '' && (calls.length > 0 || refusal !== '')
  return {
    role: 'assistant',
    content: isSilent ? null : text,
    refusal: refusal || null,
    annotations: encodeAnnotations(parts),
    ...(context.wantsReasoningText !== false && encodeReasoning(of('reasoning'), calls)),
    ...encodeCalls(calls, wantsFunctionCall(context)),
    ...encodeMedia(media, context),
  }
}

const joinTexts = (parts: readonly { readonly text: string }[]): string =>
  parts.map(({ text }) => text).join('')

/** Encodes citations. A citation without a position applies to its whole part. */
function encodeAnnotations(parts: readonly AssistantPart[]): JsonObject[] {
  let start = 0
  const annotations: JsonObject[] = []
  for (const part of parts) {
    if (part.kind !== 'text') continue
    const end = start + part.text.length
    for (const citation of part.citations ?? []) annotations.push(encodeCitation(citation, start, end))
    start = end
  }
  return annotations
}

/** @param start and end used if the citation has no position */
export const encodeCitation = (citation: Citation, start: number, end: number): JsonObject => ({
  type: 'url_citation',
  url_citation: {
    start_index: citation.start ?? start,
    end_index: citation.end ?? end,
    url: citation.url,
    title: citation.title,
  },
})

/** Encodes reasoning: plain text for most clients, details with the state that has to be sent back unchanged. */
function encodeReasoning(parts: readonly ReasoningPart[], calls: readonly ToolCallPart[]): JsonObject {
  const text = joinTexts(parts)
  const details = parts.some((part) => part.state)
    ? parts.flatMap((part, index) => writeReasoningDetails(part, index))
    : []
  for (const { id, state } of calls) if (state) details.push(writeCallState(state, id, details.length))
  return {
    ...(text !== '' && { reasoning_content: text }),
    ...(details.length > 0 && { reasoning_details: details }),
  }
}

function encodeCalls(calls: readonly ToolCallPart[], isLegacy: boolean): JsonObject {
  const [first] = calls
  if (!first) return {}
  if (isLegacy) return { function_call: { name: first.name, arguments: first.arguments || '{}' } }
  return { tool_calls: calls.map(encodeCall) }
}

function encodeCall(call: ToolCallPart): JsonObject {
  const { id, name } = call
  return call.isCustom
    ? { id, type: 'custom', custom: { name, input: call.arguments } }
    : {
        id,
        type: 'function',
        function: { name, arguments: call.arguments || '{}' },
        ...writeCallSignature(call.state),
      }
}

/** Encodes images in OpenRouter's `images`, audio in OpenAI's `audio`. */
export function encodeMedia(media: readonly MediaPart[], context: AnswerContext): JsonObject {
  const images = media.flatMap((part): JsonObject | [] => {
    const url = isAudio(part) ? undefined : writeLink(part)
    return url === undefined ? [] : { type: 'image_url', image_url: { url } }
  })
  const audio = media.find(isAudio)
  return {
    ...(images.length > 0 && { images }),
    ...(audio?.source.kind === 'data' && {
      audio: {
        id: `audio_${context.requestId}`,
        data: audio.source.base64,
        // The audio is not stored, so later requests cannot refer to it.
        expires_at: context.created,
        transcript: audio.transcript ?? '',
      },
    }),
  }
}

const isAudio = ({ mimeType }: MediaPart): boolean => mimeType.startsWith('audio/')
