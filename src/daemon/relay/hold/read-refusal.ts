import { midnightName, type SpanName } from '../../calendar.ts'
import { AppError } from '../../errors/app-error.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import type { Outcome, Shortage } from '../../ledger/operations.ts'
import { type Amount, ZERO } from '../../money/amount.ts'
import { shownAmount } from '../../money/shown-amount.ts'
import type { Asked } from '../admit/asked.ts'
import type { Caller } from '../admit/callers.ts'
import { type KeptAnswer, readKeptAnswer } from './kept-answer.ts'

/** The answer to an earlier request with the same Idempotency-Key. */
export interface Replay extends KeptAnswer {
  readonly status: number
}

/** A request or session that somebody pays for. */
export interface Payable {
  readonly admitted: { readonly caller: Caller }
  readonly snapshot: Asked['snapshot']
}

export interface RefusalDeps {
  readonly clock: { now(): number }
  /** Records that a token is spent (4); not awaited. */
  readonly onTokenSpent: (caller: Caller, status: 3 | 4) => void
}

const budgetCodes = {
  day: 'token_day_budget_spent',
  week: 'token_week_budget_spent',
  month: 'token_month_budget_spent',
} as const satisfies Record<SpanName, ErrorCode>

const ranOutCodes = {
  day: 'token_day_budget_ran_out',
  week: 'token_week_budget_ran_out',
  month: 'token_month_budget_ran_out',
} as const satisfies Record<SpanName, ErrorCode>

type PeriodShortage = Extract<Shortage, { readonly reason: 'period' }>

/** Describes the limit of a day, week or month budget, and when it renews. */
function describePeriod(
  { limit, endMs }: PeriodShortage,
  { snapshot }: Pick<Payable, 'snapshot'>,
  nowMs: number,
) {
  return {
    values: {
      limit: shownAmount(limit, snapshot.options),
      renews: midnightName(endMs, snapshot.options.CheckInTimeZone),
    },
    retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)),
  }
}

/** Returns the error for a running answer that is stopped because its hold can grow no further. */
export function readShortage(shortage: Shortage | undefined, asked: Asked, nowMs: number): AppError {
  if (shortage?.reason !== 'period') return new AppError('quota_ran_out')
  return new AppError(ranOutCodes[shortage.period], describePeriod(shortage, asked, nowMs))
}

/**
 * Throws the error for a hold that the ledger refused: which limit was reached, and when it renews.
 *
 * @param needed the minimum amount of the hold
 * @returns the answer to repeat, if the request was made before
 */
export function readRefusal(
  outcome: Outcome & { ok: false },
  needed: Amount,
  asked: Payable,
  deps: RefusalDeps,
): Replay {
  const { caller } = asked.admitted
  const { options } = asked.snapshot
  const numbers = (available: Amount) => ({
    available: shownAmount(available < ZERO ? ZERO : available, options),
    needed: shownAmount(needed, options),
  })
  switch (outcome.reason) {
    case 'wallet':
      throw new AppError('insufficient_user_quota', { values: numbers(outcome.available) })
    case 'token':
      if (outcome.available > ZERO)
        throw new AppError('pre_consume_token_quota_failed', { values: numbers(outcome.available) })
      deps.onTokenSpent(caller, 4)
      throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
    case 'period': {
      const { values, retryAfterSeconds } = describePeriod(outcome, asked, deps.clock.now())
      throw new AppError(budgetCodes[outcome.period], {
        values: { ...numbers(outcome.available), ...values },
        retryAfterSeconds,
      })
    }
    case 'idempotency':
      if (outcome.state === 'mismatch') throw new AppError('idempotency_mismatch')
      if (outcome.state === 'running')
        throw new AppError('idempotency_running', { values: { id: outcome.requestId } })
      if (outcome.body === null)
        throw new AppError('idempotency_stream_done', { values: { id: outcome.requestId } })
      return { status: outcome.status ?? 200, ...readKeptAnswer(outcome.body) }
    case 'fenced':
      throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    default:
      throw new AppError('internal', { detail: { reason: outcome.reason } })
  }
}
