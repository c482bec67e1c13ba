import { modelFamily, nearestEffort } from '../../models/model-family.ts'
import type { Effort, ReasoningWish } from '../conversation/types.ts'

/** Upper limits of thinking budgets in tokens, with the nearest effort. */
const BUDGETS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [1024, 'minimal'],
  [4096, 'low'],
  [12_288, 'medium'],
  [24_576, 'high'],
]

/**
 * Whether the model accepts reasoning settings and returns encrypted reasoning; otherwise it answers 400 to both.
 * Assumed for unknown models.
 */
export function takesReasoning(model: string): boolean {
  return modelFamily(model)?.reasoning !== false
}

/** Returns the requested effort as one that the model accepts; undefined = the model decides. */
export function effortFor(model: string, wish: ReasoningWish): Effort | undefined {
  const wanted = wish.effort ?? effortOfBudget(wish.budgetTokens)
  const family = modelFamily(model)
  // Other vendors' models get the client's value unchanged.
  if (wanted === undefined || !family || family.reasoning === undefined) return wanted
  return nearestEffort(family, wanted) as Effort | undefined
}

function effortOfBudget(tokens: number | undefined): Effort | undefined {
  if (tokens === undefined || tokens < 0) return undefined
  return BUDGETS.find(([end]) => tokens <= end)?.[1] ?? 'xhigh'
}

/** Whether the model supports explicit cache breakpoints. */
export const takesCacheBreakpoints = (model: string): boolean =>
  modelFamily(model)?.honoursCacheMarks ?? false
