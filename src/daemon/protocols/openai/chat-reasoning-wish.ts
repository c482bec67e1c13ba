import type { Losses } from '../conversation/codec.ts'
import type { Effort, ReasoningWish } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

const EFFORTS: ReadonlySet<string> = new Set<Effort>([
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
])

/** The model decides. */
const ANY_BUDGET = -1

/**
 * Reads how much to think, in any of the forms that clients use: OpenAI's `reasoning_effort`, OpenRouter's `reasoning`,
 * Anthropic's and DeepSeek's `thinking`, Qwen's `enable_thinking` and `thinking_budget`. "Off" takes precedence over
 * all others.
 */
export function decodeReasoningWish(body: JsonObject, losses: Losses): ReasoningWish | undefined {
  const reasoning = asObject(body.reasoning) ?? {}
  const thinking = asObject(body.thinking) ?? {}
  const isOff = reasoning.enabled === false || thinking.type === 'disabled' || body.enable_thinking === false
  const isOn =
    reasoning.enabled === true || asText(thinking.type) !== undefined || body.enable_thinking === true
  const effort = isOff
    ? 'none'
    : (readEffort(body, 'reasoning_effort', losses) ?? readEffort(reasoning, 'effort', losses))
  const budget = isOff
    ? undefined
    : (readBudget(reasoning.max_tokens) ??
      readBudget(thinking.budget_tokens) ??
      readBudget(body.thinking_budget))
  const budgetTokens = budget ?? (isOn && effort === undefined ? ANY_BUDGET : undefined)
  const wantsText = readWantsText(body, reasoning)
  if (effort === undefined && budgetTokens === undefined && wantsText === undefined) return undefined
  return {
    ...(effort !== undefined && { effort }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(wantsText !== undefined && { wantsText }),
  }
}

function readEffort(holder: JsonObject, member: string, losses: Losses): Effort | undefined {
  const word = asText(holder[member])
  if (word === undefined) return undefined
  if (EFFORTS.has(word)) return word as Effort
  losses.add('reasoning_effort')
  return undefined
}

const readBudget = (value: JsonObject[string] | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

function readWantsText(body: JsonObject, reasoning: JsonObject): boolean | undefined {
  if (typeof reasoning.exclude === 'boolean') return !reasoning.exclude
  return typeof body.include_reasoning === 'boolean' ? body.include_reasoning : undefined
}

/** Upper limits of the budgets that correspond to an effort (`protocols.md` E.4). */
const EFFORT_BOUNDS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [1024, 'minimal'],
  [4096, 'low'],
  [12_288, 'medium'],
  [24_576, 'high'],
  [Number.POSITIVE_INFINITY, 'xhigh'],
]

/** Returns the effort; OpenAI's formats have no budgets, so a budget becomes the nearest effort. */
export function encodeEffort(wish: ReasoningWish | undefined, losses: Losses): Effort | undefined {
  if (!wish) return undefined
  const { effort, budgetTokens = ANY_BUDGET } = wish
  if (effort !== undefined || budgetTokens < 0) return effort
  losses.add('thinking_budget')
  return EFFORT_BOUNDS.find(([bound]) => budgetTokens <= bound)?.[1]
}
