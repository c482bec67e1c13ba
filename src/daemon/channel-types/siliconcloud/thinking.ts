import { asArray, asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { without } from '../openai-family.ts'
import { THINKING_BUDGETS, withThinkingBudget, withThinkingSwitch } from '../thinking-switch.ts'

/** Token limits of thinking by effort, from 128 to 32,768. Without one the vendor uses 4,096. */
const BUDGETS: ReadonlyMap<string, number> = new Map([...THINKING_BUDGETS, ['max', 32_768]])

/** Models whose thinking `enable_thinking` switches. Others refuse it with 400. */
const SWITCHED =
  /(?:^|\/)(?:GLM-(?:4\.5V|4\.[67]|5)|Qwen3-(?:8B|14B|32B|30B-A3B|235B-A22B)$|Qwen3\.5-|Hunyuan-A13B|DeepSeek-V3\.[12])/i

/** Models that always think. A client can only limit the amount. */
const ALWAYS_ON = /(?:^|\/)(?:QwQ-|DeepSeek-R1|GLM-Z1)|-Thinking(?:-\d+)?$/i

/** A model that must not think if the request has tools. */
const THINKS_WITHOUT_TOOLS = /DeepSeek-V3\.1$/i

/**
 * Sets the amount of thinking in the vendor's members. Only DeepSeek V4 knows `reasoning_effort`.
 *
 * @see https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions (read 2026-11-29)
 */
export function withOwnThinking(body: JsonObject, model: string): JsonObject {
  const effort = asText(body.reasoning_effort)
  if (effort === undefined) return body
  if (SWITCHED.test(model)) {
    const hasTools = (asArray(body.tools)?.length ?? 0) > 0
    const isBarred = hasTools && THINKS_WITHOUT_TOOLS.test(model)
    return withThinkingSwitch(isBarred ? { ...body, reasoning_effort: 'none' } : body, BUDGETS)
  }
  return ALWAYS_ON.test(model)
    ? withThinkingBudget(without(body, 'reasoning_effort'), BUDGETS.get(effort))
    : body
}
