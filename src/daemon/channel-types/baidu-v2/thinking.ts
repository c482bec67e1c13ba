import { asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { without } from '../openai-family.ts'
import { withThinkingSwitch } from '../thinking-switch.ts'

/** Models whose `thinking` has a `type`, as with DeepSeek. */
const TYPED = /^(?:deepseek-v3\.2|deepseek-v3\.1-250821|kimi-k2\.\d+|glm-(?:4\.7|5(?:\.\d+)?))$/

/** Models with `enable_thinking`. */
const SWITCHED =
  /^(?:qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?|ernie-4\.5-turbo-vl(?:-\d+k)?-preview|ernie-4\.5-vl-28b-a3b|ernie-5\.0-thinking-.+)$/

/** The vendor documents no token limits for thinking. */
const NO_BUDGETS: ReadonlyMap<string, number> = new Map()

/**
 * Switches thinking on or off with the vendor's member, which depends on the model. The amount of thinking cannot be set.
 *
 * @see https://cloud.baidu.com/doc/qianfan-docs/s/Wm95lyynv (read 2026-11-29)
 */
export function withOwnThinking(body: JsonObject, model: string): JsonObject {
  const effort = asText(body.reasoning_effort)
  if (effort === undefined) return body
  if (SWITCHED.test(model)) return withThinkingSwitch(body, NO_BUDGETS)
  if (!TYPED.test(model)) return body
  const rest = without(body, 'reasoning_effort')
  return rest.thinking === undefined
    ? { ...rest, thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }
    : rest
}
