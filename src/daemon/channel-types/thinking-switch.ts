import { asText } from '../protocols/json-access.ts'
import type { JsonObject } from '../protocols/types.ts'
import { without } from './openai-family.ts'

/** Token limits of thinking that several vendors accept. Missing efforts are unlimited. */
export const THINKING_BUDGETS: ReadonlyMap<string, number> = new Map([
  ['minimal', 1024],
  ['low', 2048],
  ['medium', 10_000],
  ['high', 16_384],
  ['xhigh', 32_768],
])

/**
 * Turns OpenAI's `reasoning_effort` into a switch (`enable_thinking`) and, if the vendor has one, a bound in tokens
 * (`thinking_budget`). If the client sets these itself, its values win.
 *
 * @param budgets by effort; an effort that is missing is not bounded
 */
export function withThinkingSwitch(body: JsonObject, budgets: ReadonlyMap<string, number>): JsonObject {
  const effort = asText(body.reasoning_effort)
  if (effort === undefined) return body
  const rest = without(body, 'reasoning_effort')
  if (typeof rest.enable_thinking === 'boolean') return rest
  if (effort === 'none') return { ...without(rest, 'thinking_budget'), enable_thinking: false }
  return { ...withThinkingBudget(rest, budgets.get(effort)), enable_thinking: true }
}

/** Adds the limit if there is one and the client sets none. */
export const withThinkingBudget = (body: JsonObject, budget: number | undefined): JsonObject =>
  budget === undefined || body.thinking_budget !== undefined ? body : { ...body, thinking_budget: budget }
