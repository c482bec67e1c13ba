import { asArray, asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { without } from '../openai-family.ts'
import { THINKING_BUDGETS, withThinkingBudget, withThinkingSwitch } from '../thinking-switch.ts'

/** From 128 to 32,768 tokens; without one the vendor takes 4,096. */
const BUDGETS: ReadonlyMap<string, number> = new Map([...THINKING_BUDGETS, ['max', 32_768]])

/** Models that think or do not, as `enable_thinking` says. Others answer 400 to it. */
const SWITCHED =
  /(?:^|\/)(?:GLM-(?:4\.5V|4\.[67]|5)|Qwen3-(?:8B|14B|32B|30B-A3B|235B-A22B)$|Qwen3\.5-|Hunyuan-A13B|DeepSeek-V3\.[12])/i

/** Models that always think: a client can only say for how long. */
const ALWAYS_ON = /(?:^|\/)(?:QwQ-|DeepSeek-R1|GLM-Z1)|-Thinking(?:-\d+)?$/i

/** With tools this model must not think. */
const THINKS_WITHOUT_TOOLS = /DeepSeek-V3\.1$/i

/**
 * Says how much to think in the vendor's words. Only DeepSeek V4 knows `reasoning_effort`.
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
