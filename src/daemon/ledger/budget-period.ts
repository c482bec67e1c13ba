import { endOfSpan, type SpanName, spanNames } from '../calendar.ts'
import type { Amount } from '../money/amount.ts'
import type { Shortage } from './operations.ts'
import type { BudgetRow } from './rows.ts'

/** Kinds of periods, by their number in the store: 1 day, 2 week, 3 month. */
export const periodNames = ['none', ...spanNames] as const
export type PeriodName = (typeof periodNames)[number]

const spanOf = (period: number): SpanName => spanNames[period - 1] ?? 'day'

/** Looking for the end of a period takes longer than everything else, and at midnight many tokens begin one. */
const latest = new Map<string, { readonly fromMs: number; readonly endMs: number }>()
const LATEST_MAX = 100

/** When the period of a moment ends. @param period 1 to 3 */
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
 * Begins the next period if the running one is over at that moment. Nothing of the old one is taken along: what was held
 * in it still counts there, and unspent budget is gone. No job is needed for it.
 */
export function enterPeriod(budget: BudgetRow, atMs: number, timeZone: string): void {
  if (budget.period === 0 || atMs < budget.periodEndMs) return
  budget.periodSeq += 1
  budget.periodEndMs = periodEnd(budget.period, atMs, timeZone)
  budget.periodUsed = 0n
  budget.periodHeld = 0n
}

/** The period that a hold counts in if it is made now; null = in none. */
export const currentPeriod = (budget: BudgetRow | undefined): number | null =>
  budget === undefined || budget.period === 0 ? null : budget.periodSeq

/** Whether what counts in that period counts in the running one. */
const isRunning = (budget: BudgetRow, periodSeq: number | null): boolean =>
  periodSeq !== null && periodSeq === currentPeriod(budget)

/** Counts what is held more (or, below zero, less) in a period; nothing if that period is over. */
export function countHeld(budget: BudgetRow, periodSeq: number | null, more: bigint): void {
  if (isRunning(budget, periodSeq)) budget.periodHeld += more
}

/** Counts a charge (or, below zero, a refund) in a period; nothing if that period is over. */
export function countUsed(budget: BudgetRow, periodSeq: number | null, cost: bigint): void {
  if (isRunning(budget, periodSeq)) budget.periodUsed += cost
}

/** What the running period has left; undefined = no limit. */
export const periodLeft = (budget: BudgetRow): bigint | undefined =>
  budget.period === 0 ? undefined : budget.periodLimit - budget.periodUsed - budget.periodHeld

/** The refusal of what the running period does not cover; undefined = it does. */
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
