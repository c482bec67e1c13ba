import { midnightName, type SpanName } from '../../calendar.ts'
import { AppError } from '../../errors/app-error.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import type { Outcome } from '../../ledger/operations.ts'
import { type Amount, toExactQuota, ZERO } from '../../money/amount.ts'
import type { Asked } from '../admit/asked.ts'
import type { Caller } from '../admit/callers.ts'
import { type KeptAnswer, readKeptAnswer } from './kept-answer.ts'

/** The answer to an earlier request with the same Idempotency-Key. */
export interface Replay extends KeptAnswer {
  readonly status: number
}

export interface RefusalDeps {
  readonly clock: { now(): number }
  /** Stores that a token is spent (4); not awaited. */
  readonly onTokenSpent: (caller: Caller, status: 3 | 4) => void
}

const budgetCodes = {
  day: 'token_day_budget_spent',
  week: 'token_week_budget_spent',
  month: 'token_month_budget_spent',
} as const satisfies Record<SpanName, ErrorCode>

/**
 * What a client is told when the ledger does not hold: which limit it met, and when that frees.
 *
 * @param needed what the hold had to have at least
 * @returns the answer to repeat, where the request was made before
 */
export function readRefusal(
  outcome: Outcome & { ok: false },
  needed: Amount,
  { admitted: { caller }, snapshot }: Asked,
  deps: RefusalDeps,
): Replay {
  const numbers = (available: Amount) => ({
    available: toExactQuota(available < ZERO ? ZERO : available),
    needed: toExactQuota(needed),
  })
  switch (outcome.reason) {
    case 'wallet':
      throw new AppError('insufficient_user_quota', { values: numbers(outcome.available) })
    case 'token':
      if (outcome.available > ZERO)
        throw new AppError('pre_consume_token_quota_failed', { values: numbers(outcome.available) })
      deps.onTokenSpent(caller, 4)
      throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
    case 'period':
      throw new AppError(budgetCodes[outcome.period], {
        values: {
          ...numbers(outcome.available),
          limit: toExactQuota(outcome.limit),
          renews: midnightName(outcome.endMs, snapshot.options.CheckInTimeZone),
        },
        retryAfterSeconds: Math.max(1, Math.ceil((outcome.endMs - deps.clock.now()) / 1000)),
      })
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
