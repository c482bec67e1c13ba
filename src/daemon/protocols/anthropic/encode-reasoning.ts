import type { Losses } from '../conversation/codec.ts'
import type { Effort, ReasoningWish } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import type { ClaudeFamily } from './model-families.ts'
import { BUDGET_OF_EFFORT, effortOfBudget, THINKING_BUDGET_MIN } from './thinking-levels.ts'

export interface ThinkingPlan {
  readonly maxTokens: number
  readonly thinking?: JsonObject
  /** `output_config.effort`. */
  readonly effort?: string
}

/**
 * Translates the requested reasoning to the parameters of the model family (`protocols.md` E.4).
 *
 * @param isLost the tool loop in progress has lost its thinking, so that the API would answer 400 to a budget
 */
export function planThinking(
  wish: ReasoningWish | undefined,
  family: ClaudeFamily,
  { maxTokens, isLost }: { readonly maxTokens: number; readonly isLost: boolean },
  losses: Losses,
): ThinkingPlan {
  const isOff = wish?.effort === 'none' || wish?.budgetTokens === 0
  const isUnset = wish?.effort === undefined && wish?.budgetTokens === undefined
  if (!wish || (isUnset && !(family.takesAdaptiveThinking && wish.wantsText))) return { maxTokens }
  if (isOff)
    return family.takesAdaptiveThinking ? { maxTokens, thinking: { type: 'disabled' } } : { maxTokens }
  const hasBudget = wish.budgetTokens !== undefined && wish.budgetTokens > 0
  if (family.takesAdaptiveThinking && !(hasBudget && family.takesThinkingBudget))
    return planAdaptive(wish, family, maxTokens)
  if (!family.takesThinkingBudget || isLost) {
    losses.add('reasoning_effort')
    return { maxTokens }
  }
  return planBudget(wish, family, maxTokens, losses)
}

function planAdaptive(wish: ReasoningWish, family: ClaudeFamily, maxTokens: number): ThinkingPlan {
  const { effort, budgetTokens } = wish
  const wished =
    effort ?? (budgetTokens !== undefined && budgetTokens > 0 ? effortOfBudget(budgetTokens) : undefined)
  return {
    maxTokens,
    thinking: { type: 'adaptive', ...encodeDisplay(wish) },
    ...(wished !== undefined && { effort: encodeEffort(wished, family) }),
  }
}

function planBudget(
  wish: ReasoningWish,
  family: ClaudeFamily,
  maxTokens: number,
  losses: Losses,
): ThinkingPlan {
  const budget = Math.max(budgetOf(wish, maxTokens), THINKING_BUDGET_MIN)
  const wanted = maxTokens > budget ? maxTokens : maxTokens + budget
  const raised = Math.min(wanted, family.outputTokensMax ?? wanted)
  const named = wish.budgetTokens !== undefined && family.takesEffort ? wish.effort : undefined
  if (raised <= THINKING_BUDGET_MIN) {
    losses.add('reasoning_effort')
    return { maxTokens }
  }
  return {
    maxTokens: raised,
    thinking: {
      type: 'enabled',
      budget_tokens: Math.min(budget, raised - 1),
      // Older models are not known to support it.
      ...(family.takesAdaptiveThinking && wish.wantsText === false && { display: 'omitted' }),
    },
    ...(named !== undefined && { effort: encodeEffort(named, family) }),
  }
}

function budgetOf({ effort, budgetTokens }: ReasoningWish, maxTokens: number): number {
  if (budgetTokens !== undefined && budgetTokens > 0) return budgetTokens
  if (effort === 'max') return Math.min(maxTokens - 1, BUDGET_OF_EFFORT.max)
  return BUDGET_OF_EFFORT[effort === undefined || effort === 'none' ? 'medium' : effort]
}

function encodeEffort(effort: Effort, family: ClaudeFamily): string {
  if (effort === 'minimal' || effort === 'none') return 'low'
  return effort === 'xhigh' && !family.takesXhigh ? 'max' : effort
}

/** Encodes whether to show the reasoning. Some models show none unless they are told to. */
function encodeDisplay({ wantsText }: ReasoningWish): JsonObject {
  return wantsText === undefined ? {} : { display: wantsText ? 'summarized' : 'omitted' }
}
