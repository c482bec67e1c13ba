import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { type PeriodName, periodEnd, periodNames } from '../../ledger/budget-period.ts'
import type { TokenBudgetView } from '../../ledger/wallets.ts'
import { type Amount, fromQuota, toExactQuota, toQuota, ZERO } from '../../money/amount.ts'
import type { Services } from '../../services.ts'

/** Fields of the periodic budget that a form may write; an absent one stays unchanged. */
export interface PeriodInput {
  readonly budget_period?: PeriodName
  readonly budget_quota?: number
}

export interface PeriodBudget {
  /** 0 none, 1 day, 2 week, 3 month. */
  readonly period: number
  readonly periodLimit: Amount
}

const NONE: PeriodBudget = { period: 0, periodLimit: ZERO }

/** Reads the periodic budget. @throws AppError `token_budget_required` for a period without an amount to spend */
export function readPeriod(input: PeriodInput, before: PeriodBudget = NONE): PeriodBudget {
  const period = input.budget_period === undefined ? before.period : periodNames.indexOf(input.budget_period)
  const periodLimit = input.budget_quota === undefined ? before.periodLimit : fromQuota(input.budget_quota)
  if (period === 0) return NONE
  if (periodLimit <= 0n) throw new AppError('token_budget_required', { field: 'budget_quota' })
  return { period, periodLimit }
}

/** Converts the settings of the budget for the API and the audit trail. */
export const toPeriodSettings = ({ period, periodLimit }: PeriodBudget) => ({
  budget_period: periodNames[period] ?? 'none',
  budget_quota: toQuota(periodLimit),
})

type Fields = Pick<
  Data<'getToken'>,
  | 'budget_period'
  | 'budget_quota'
  | 'budget_used_quota'
  | 'budget_used_quota_exact'
  | 'budget_held_quota'
  | 'budget_held_quota_exact'
  | 'budget_renews_time'
>

const NO_PERIOD: Fields = {
  ...toPeriodSettings(NONE),
  budget_used_quota: 0,
  budget_used_quota_exact: '0',
  budget_held_quota: 0,
  budget_held_quota_exact: '0',
  budget_renews_time: 0,
}

/** Describes the current period. If the stored one is over, there has been no call since. */
export function toPeriodAnswer(
  budget: TokenBudgetView,
  { clock, options }: Pick<Services, 'clock' | 'options'>,
): Fields {
  if (budget.period === 0) return NO_PERIOD
  const now = clock.now()
  const isRunning = now < budget.periodEndMs
  const used = isRunning ? budget.periodUsed : ZERO
  const held = isRunning ? budget.periodHeld : ZERO
  const endMs = isRunning
    ? budget.periodEndMs
    : periodEnd(budget.period, now, options.current().CheckInTimeZone)
  return {
    ...toPeriodSettings(budget),
    budget_used_quota: toQuota(used),
    budget_used_quota_exact: toExactQuota(used),
    budget_held_quota: toQuota(held),
    budget_held_quota_exact: toExactQuota(held),
    budget_renews_time: Math.floor(endMs / 1000),
  }
}
