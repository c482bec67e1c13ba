import { asText } from '../protocols/json-access.ts'
import type { JsonObject } from '../protocols/types.ts'
import { without } from './openai-family.ts'

/**
 * OpenAI's `reasoning_effort` as a switch, and where the vendor has one, a bound in tokens (`thinking_budget`). What the
 * client says in the vendor's own words wins.
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

/** The bound, where there is one and the client states none. */
export const withThinkingBudget = (body: JsonObject, budget: number | undefined): JsonObject =>
  budget === undefined || body.thinking_budget !== undefined ? body : { ...body, thinking_budget: budget }
