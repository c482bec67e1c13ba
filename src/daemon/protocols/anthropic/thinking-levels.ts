import type { Effort } from '../conversation/types.ts'

/** Budgets that stand for efforts where a model takes only budgets (`protocols.md` E.4). `max` is what fits. */
export const BUDGET_OF_EFFORT: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 10_000,
  high: 16_384,
  xhigh: 32_768,
  max: 63_999,
}

/** The smallest budget the API takes. */
export const THINKING_BUDGET_MIN = 1024

/** The effort that a budget comes to: the table of E.4 read backwards. */
export function effortOfBudget(budgetTokens: number): Effort {
  if (budgetTokens <= 1024) return 'minimal'
  if (budgetTokens <= 4096) return 'low'
  if (budgetTokens <= 12_288) return 'medium'
  return budgetTokens <= 24_576 ? 'high' : 'xhigh'
}
