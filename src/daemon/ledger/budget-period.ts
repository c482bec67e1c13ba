import { endOfSpan, type SpanName, spanNames } from '../calendar.ts'
import type { Amount } from '../money/amount.ts'
import type { Shortage } from './operations.ts'
import type { BudgetRow } from './rows.ts'

/** Kinds of periods, by their number in the database: 1 day, 2 week, 3 month. */
export const periodNames = ['none', ...spanNames] as const
export type PeriodName = (typeof periodNames)[number]

const spanOf = (period: number): SpanName => spanNames[period - 1] ?? 'day'

/** Cache of period ends. Computing one is slow compared with the rest, and at midnight many tokens begin a period. */
const latest = new Map<string, { readonly fromMs: number; readonly endMs: number }>()
const LATEST_MAX = 100

/** Returns the end of the period that contains a moment. @param period 1 to 3 */
export function periodEnd(period: number, atMs: number, timeZone: string): number {
  const key = `${period} ${timeZone}`
  const known = latest.get(key)
  if (known && known.fromMs <= atMs && atMs < known.endMs) return known.endMs
  const endMs = endOfSpan(atMs, spanOf(period), timeZone)
  if (latest.size >= LATEST_MAX) latest.clear()
  latest.set(key, { fromMs: atMs, endMs })
  return endMs
}

/**
 * Begins the next period if the current one is over at that moment, so no scheduled job is needed. Nothing is carried over:
 * holds of the old period still count there, and unspent budget is lost.
 */
export function enterPeriod(budget: BudgetRow, atMs: number, timeZone: string): void {
  if (budget.period === 0 || atMs < budget.periodEndMs) return
  budget.periodSeq += 1
  budget.periodEndMs = periodEnd(budget.period, atMs, timeZone)
  budget.periodUsed = 0n
  budget.periodHeld = 0n
}

/** Returns the period that a hold made now counts in; null = none. */
export const currentPeriod = (budget: BudgetRow | undefined): number | null =>
  budget === undefined || budget.period === 0 ? null : budget.periodSeq

/** Reports whether a period is the current one. */
const isRunning = (budget: BudgetRow, periodSeq: number | null): boolean =>
  periodSeq !== null && periodSeq === currentPeriod(budget)

/** Adds to the held amount of a period; negative values reduce it. Does nothing if that period is over. */
export function countHeld(budget: BudgetRow, periodSeq: number | null, more: bigint): void {
  if (isRunning(budget, periodSeq)) budget.periodHeld += more
}

/** Adds a charge to a period; a negative value is a refund. Does nothing if that period is over. */
export function countUsed(budget: BudgetRow, periodSeq: number | null, cost: bigint): void {
  if (isRunning(budget, periodSeq)) budget.periodUsed += cost
}

/** Returns the free amount of the current period; undefined = no limit. */
export const periodLeft = (budget: BudgetRow): bigint | undefined =>
  budget.period === 0 ? undefined : budget.periodLimit - budget.periodUsed - budget.periodHeld

/** Returns the refusal of an amount that the current period does not cover; undefined = it is covered. */
export function refusePeriod(budget: BudgetRow, more: bigint): Shortage | undefined {
  const left = periodLeft(budget)
  if (left === undefined || left >= more) return undefined
  return {
    ok: false,
    reason: 'period',
    available: left as Amount,
    limit: budget.periodLimit as Amount,
    period: spanOf(budget.period),
    endMs: budget.periodEndMs,
  }
}
