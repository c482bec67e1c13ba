import { modelFamily, nearestEffort } from '../../models/model-family.ts'
import type { Effort, ReasoningWish } from '../conversation/types.ts'

/** Upper ends of thinking budgets, in tokens, and the effort that comes nearest. */
const BUDGETS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [1024, 'minimal'],
  [4096, 'low'],
  [12_288, 'medium'],
  [24_576, 'high'],
]

/**
 * Whether the model takes reasoning settings and gives encrypted reasoning; it answers 400 to both otherwise. Of models
 * that are not known it is assumed.
 */
export function takesReasoning(model: string): boolean {
  return modelFamily(model)?.reasoning !== false
}

/** How much the client wants the model to think, as an effort that the model takes; undefined = as the model likes. */
export function effortFor(model: string, wish: ReasoningWish): Effort | undefined {
  const wanted = wish.effort ?? effortOfBudget(wish.budgetTokens)
  const family = modelFamily(model)
  // What the client said goes to other vendors' models as it is.
  if (wanted === undefined || !family || family.reasoning === undefined) return wanted
  return nearestEffort(family, wanted) as Effort | undefined
}

function effortOfBudget(tokens: number | undefined): Effort | undefined {
  if (tokens === undefined || tokens < 0) return undefined
  return BUDGETS.find(([end]) => tokens <= end)?.[1] ?? 'xhigh'
}

/** Whether the model honours marks that say how far to cache. */
export const takesCacheBreakpoints = (model: string): boolean =>
  modelFamily(model)?.honoursCacheMarks ?? false
