import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'

/** Encodes usage for Chat Completions and Completions: totals that include the details. */
export function encodeOpenAiUsage(usage: Usage): JsonObject {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      audio_tokens: usage.audioInputTokens,
      ...(usage.cacheWriteTokens > 0 && { cache_write_tokens: usage.cacheWriteTokens }),
      ...(usage.imageInputTokens > 0 && { image_tokens: usage.imageInputTokens }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoningTokens,
      audio_tokens: usage.audioOutputTokens,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
      ...(usage.imageOutputTokens > 0 && { image_tokens: usage.imageOutputTokens }),
    },
  }
}
