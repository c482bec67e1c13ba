import type { AnswerContext } from '../conversation/codec.ts'
import type { ConversationAnswer, FinishReason } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'

const FINISHES: Readonly<Record<FinishReason, string>> = {
  stop: 'COMPLETE',
  'stop-sequence': 'STOP_SEQUENCE',
  length: 'MAX_TOKENS',
  'tool-calls': 'TOOL_CALL',
  'content-filter': 'COMPLETE',
  paused: 'COMPLETE',
  error: 'ERROR',
}

/** @param hasCalls whether the answer contains calls; some vendors state `stop` for these too */
export const writeFinish = (finish: FinishReason, hasCalls: boolean): string =>
  hasCalls && finish === 'stop' ? FINISHES['tool-calls'] : FINISHES[finish]

/** Encodes the usage. The billed and the actual counts are the same for answers of other vendors. */
export function encodeCohereUsage({ inputTokens, outputTokens, cacheReadTokens }: Usage): JsonObject {
  const counts = { input_tokens: inputTokens, output_tokens: outputTokens }
  return { billed_units: counts, tokens: counts, cached_tokens: cacheReadTokens }
}

/** Encodes a complete answer of `POST /v2/chat`. */
export function encodeCohereAnswer(
  { parts, finish, usage }: ConversationAnswer,
  { requestId, wantsReasoningText }: AnswerContext,
): JsonObject {
  const content: JsonObject[] = []
  const calls: JsonObject[] = []
  for (const part of parts) {
    if (part.kind === 'reasoning' && part.text !== '' && wantsReasoningText !== false)
      content.push({ type: 'thinking', thinking: part.text })
    if ((part.kind === 'text' || part.kind === 'refusal') && part.text !== '')
      content.push({ type: 'text', text: part.text })
    if (part.kind === 'tool-call')
      calls.push({
        id: part.id,
        type: 'function',
        function: { name: part.name, arguments: part.arguments || '{}' },
      })
  }
  return {
    id: requestId,
    finish_reason: writeFinish(finish, calls.length > 0),
    message: {
      role: 'assistant',
      ...(content.length > 0 && { content }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    ...(usage && { usage: encodeCohereUsage(usage) }),
  }
}
