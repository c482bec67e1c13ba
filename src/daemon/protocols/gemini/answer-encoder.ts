import type { AnswerContext } from '../conversation/codec.ts'
import { isCutCall } from '../conversation/cut-calls.ts'
import type { AssistantPart, Citation, ConversationAnswer } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { AnswerPartWriter } from './answer-parts.ts'
import { encodeFinishReason } from './finish-reasons.ts'
import { encodeGrounding } from './grounding.ts'
import { encodeLogprobs } from './logprobs.ts'
import { toUsageMetadata } from './usage.ts'

/** Encodes a complete answer for clients. */
export function encodeGeminiAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject {
  const writer = new AnswerPartWriter(context)
  let text = ''
  const citations: Citation[] = []
  for (const part of answer.parts) {
    if (part.kind === 'tool-call' && isCutCall(part, answer.finish)) continue
    writePart(writer, part)
    if (part.kind === 'text') {
      citations.push(...(part.citations ?? []))
      text += part.text
    }
  }
  writer.close()
  const parts = writer.taken()
  const grounding = encodeGrounding(citations, text)
  const isRefused = answer.parts.some((part) => part.kind === 'refusal')
  return {
    candidates: [
      {
        content: { ...(parts.length > 0 && { parts }), role: 'model' },
        finishReason: encodeFinishReason(answer.finish, isRefused),
        index: 0,
        ...(grounding && { groundingMetadata: grounding }),
        ...(answer.logprobs && { logprobsResult: encodeLogprobs(answer.logprobs) }),
      },
    ],
    ...(answer.usage && { usageMetadata: toUsageMetadata(answer.usage) }),
    modelVersion: context.model,
    responseId: answer.id ?? context.requestId,
  }
}

function writePart(writer: AnswerPartWriter, part: AssistantPart): void {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return writer.text(part.text)
    case 'reasoning':
      writer.thought(part.text)
      if (part.state) writer.thoughtState(part.state, part.isRedacted === true)
      return
    case 'tool-call':
      return writer.call({ ...part, isCustom: part.isCustom === true, state: part.state })
    case 'media':
      return writer.media(part)
  }
}

/** Returns the features of an answer that this protocol cannot express. */
export function lostInGeminiAnswer(answer: ConversationAnswer): readonly string[] {
  const lost: string[] = []
  if (answer.stopSequence !== undefined || answer.finish === 'stop-sequence') lost.push('stop')
  if ((answer.usage?.cacheWriteTokens ?? 0) > 0) lost.push('cache_write_tokens')
  if (answer.finish === 'paused') lost.push('finish_reason')
  if (answer.parts.some((part) => part.kind === 'refusal')) lost.push('refusal')
  if (answer.parts.some((part) => part.kind === 'tool-call' && part.isCustom)) lost.push('custom')
  if (answer.parts.some((part) => part.kind === 'media' && part.transcript !== undefined)) lost.push('audio')
  return lost
}
