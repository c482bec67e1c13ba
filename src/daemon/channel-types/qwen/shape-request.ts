import type { JsonObject } from '../../protocols/types.ts'
import { mapMessages, renamed, withFreeToolChoice, without } from '../openai-family.ts'
import { THINKING_BUDGETS, withThinkingSwitch } from '../thinking-switch.ts'
import type { Call } from '../types.ts'

const INTERNET_SUFFIX = '-internet'

/** Open models of the third generation. They think by default and can do so only in streams. */
const OPEN_QWEN3 = /^qwen3-(?:\d+(?:\.\d+)?b|next-\d+b)(?!.*(?:instruct|thinking))/

/** Reports whether a model answers only with streams: QwQ, QVQ and the omni models. */
export const streamsOnly = (model: string): boolean => /^(?:qwq|qvq)|omni/.test(withoutSuffix(model))

const withoutSuffix = (model: string): string =>
  model.endsWith(INTERNET_SUFFIX) ? model.slice(0, -INTERNET_SUFFIX.length) : model

/** Shapes a chat request for the compatible mode. A request that already fits is returned unchanged. */
export function shapeQwenChat(body: JsonObject, call: Call): JsonObject {
  let result = shapeSearch(renamed(body, 'max_completion_tokens', 'max_tokens'), call.model)
  result = withThinkingSwitch(result, THINKING_BUDGETS)
  const isOpen = OPEN_QWEN3.test(withoutSuffix(call.model))
  if (isOpen && !call.isStream && result.enable_thinking !== false)
    result = { ...without(result, 'thinking_budget'), enable_thinking: false }
  // While the model thinks, the vendor refuses a forced tool.
  if (result.enable_thinking === true) result = withFreeToolChoice(result)
  result = shapeTopP(result)
  return mapMessages(result, (message) =>
    message.role === 'developer' ? { ...message, role: 'system' } : message,
  )
}

/** Turns the search suffix of a model name into a web search. */
function shapeSearch(body: JsonObject, upstreamModel: string): JsonObject {
  const model = withoutSuffix(upstreamModel)
  return model === upstreamModel ? body : { ...body, model, enable_search: true }
}

/** Limits `top_p` to values strictly between 0 and 1. */
function shapeTopP(body: JsonObject): JsonObject {
  const { top_p } = body
  if (typeof top_p !== 'number') return body
  const fitting = Math.min(0.999, Math.max(0.001, top_p))
  return fitting === top_p ? body : { ...body, top_p: fitting }
}
