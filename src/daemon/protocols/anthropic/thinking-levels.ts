import type { Effort } from '../conversation/types.ts'

/** Budgets for efforts, for models that only accept budgets (`protocols.md` E.4). `max` is the largest that fits. */
export const BUDGET_OF_EFFORT: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 10_000,
  high: 16_384,
  xhigh: 32_768,
  max: 63_999,
}

/** The smallest budget that the API accepts. */
export const THINKING_BUDGET_MIN = 1024

/** Returns the effort that corresponds to a budget: the reverse of the table in E.4. */
export function effortOfBudget(budgetTokens: number): Effort {
  if (budgetTokens <= 1024) return 'minimal'
  if (budgetTokens <= 4096) return 'low'
  if (budgetTokens <= 12_288) return 'medium'
  return budgetTokens <= 24_576 ? 'high' : 'xhigh'
}
