import type { Amount } from '../money/amount.ts'
import { countHeld, currentPeriod, enterPeriod, periodLeft, refusePeriod } from './budget-period.ts'
import { recover, refund, settle } from './charge.ts'
import { freeHold, readSnapshot } from './holds.ts'
import { allow, detach, giveBack, lentOf } from './lend.ts'
import type { Accrue, Extend, Operation, Outcome, Reserve, Shortage, Void } from './operations.ts'
import { available, done, invalid, isAmount, reserved } from './outcomes.ts'
import type { BudgetRow, StoredRows, WalletRow } from './rows.ts'
import { type Changes, createWorkingSet, type EvaluationContext, type WorkingSet } from './working-set.ts'

export interface Evaluation {
  readonly outcomes: readonly Outcome[]
  readonly changes: Changes
}

/** How long an Idempotency-Key is kept (reliability 4.7). */
export const IDEMPOTENCY_KEPT_MS = 24 * 3_600_000

/**
 * The rules of the ledger, shared by both engines. Evaluates the operations in arrival order against the stored rows and
 * returns the rows to write. It has no side effects, and each operation applies completely or not at all.
 *
 * @param stored rows of the running transaction, already locked if the database has other writers
 */
export function evaluate(
  operations: readonly Operation[],
  stored: StoredRows,
  context: EvaluationContext,
): Evaluation {
  const set = createWorkingSet(stored)
  const outcomes = operations.map((operation) => judge(set, operation, context))
  return { outcomes, changes: set.changes() }
}

function judge(set: WorkingSet, operation: Operation, context: EvaluationContext): Outcome {
  switch (operation.op) {
    case 'reserve':
      return reserve(set, operation, context)
    case 'extend':
      return extend(set, operation, context)
    case 'accrue':
      return accrue(set, operation)
    case 'settle':
      return settle(set, operation)
    case 'void':
      return release(set, operation)
    case 'recover':
      return recover(set, operation)
    case 'allow':
      return allow(set, operation, context)
    case 'giveBack':
      return giveBack(set, operation)
    case 'detach':
      return detach(set, operation)
  }
}

function reserve(set: WorkingSet, operation: Reserve, context: EvaluationContext): Outcome {
  const { id, userId, tokenId, idempotency, least = operation.amount } = operation
  const wallet = set.wallet(userId)
  const known = set.hold(id)
  if (known !== undefined) {
    if (known.userId !== userId) return invalid('the id belongs to another wallet')
    return reserved(wallet, known.amount, true)
  }
  if (set.charges(id).length > 0) return done(wallet, 0n, true)
  if (context.isFenced) return { ok: false, reason: 'fenced' }
  if (!isAmount(operation.amount) || !isAmount(least)) return invalid('the amount to hold is out of bounds')
  if (wallet === undefined) return { ok: false, reason: 'unknown-wallet' }
  const budget = tokenId === null ? undefined : set.budget(tokenId)
  if (tokenId !== null && budget?.userId !== userId) return { ok: false, reason: 'unknown-token' }

  if (idempotency !== undefined) {
    const record = set.idempotency(idempotency.scope, idempotency.ownerId, idempotency.key)
    const isKept = record !== undefined && record.createdMs > operation.atMs - IDEMPOTENCY_KEPT_MS
    // The request has a record but no hold, so it was already settled at no cost.
    if (record?.requestId === id) return done(wallet, 0n, true)
    if (isKept)
      return {
        ok: false,
        reason: 'idempotency',
        state:
          record.bodySha256 !== idempotency.bodySha256 ? 'mismatch' : record.state === 1 ? 'running' : 'done',
        requestId: record.requestId,
        status: record.status,
        body: record.body,
      }
  }

  if (budget !== undefined) enterPeriod(budget, operation.atMs, operation.timeZone ?? 'UTC')
  const free = freeOf(wallet, budget)
  const lent = operation.amount > free ? lentOf(set, userId, context) : undefined
  const wanted = lent === undefined || operation.isLastTry ? least : operation.amount
  const refusal = refuse(wallet, budget, { total: wanted, inPeriod: wanted })
  if (refusal !== undefined) return lent === undefined ? refusal : { ...refusal, lent }
  const amount = operation.amount < free ? operation.amount : free
  const periodSeq = currentPeriod(budget)
  wallet.held += amount
  set.touchWallet(wallet)
  if (budget !== undefined) {
    budget.held += amount
    countHeld(budget, periodSeq, amount)
    budget.accessedMs = Math.max(budget.accessedMs, operation.atMs)
    set.touchBudget(budget)
  }
  set.addHold({
    id,
    userId,
    tokenId,
    amount,
    accrued: 0n,
    instanceId: context.instanceId,
    createdMs: operation.atMs,
    deadlineMs: operation.deadlineMs,
    snapshot: idempotency === undefined ? operation.snapshot : withKey(operation.snapshot, idempotency),
    periodSeq,
    isAllowance: false,
    seq: 0,
  })
  if (idempotency !== undefined)
    set.putIdempotency({
      ...idempotency,
      state: 1,
      requestId: id,
      status: null,
      body: null,
      createdMs: operation.atMs,
    })
  return reserved(wallet, amount, false)
}

/** Returns the amount that the wallet, the token's total and its current period can all cover. */
function freeOf(wallet: WalletRow, budget: BudgetRow | undefined): bigint {
  const free = available(wallet)
  if (budget === undefined) return free
  const inTotal = budget.unlimited ? free : lesser(free, budget.remain - budget.held)
  return lesser(inTotal, periodLeft(budget) ?? inTotal)
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Checks the wallet first, because the token's limits only matter if the wallet has money. */
function refuse(
  wallet: WalletRow,
  budget: BudgetRow | undefined,
  more: { readonly total: bigint; readonly inPeriod: bigint },
): Shortage | undefined {
  const free = available(wallet)
  if (free < more.total) return { ok: false, reason: 'wallet', available: free }
  if (budget === undefined) return undefined
  const left = (budget.remain - budget.held) as Amount
  if (!budget.unlimited && left < more.total) return { ok: false, reason: 'token', available: left }
  return refusePeriod(budget, more.inPeriod)
}

/** Adds the Idempotency-Key to the snapshot. Recovery finds its record this way, because the table has no index by request. */
function withKey(snapshot: string, record: NonNullable<Reserve['idempotency']>): string {
  const { scope, ownerId, key } = record
  return JSON.stringify({ ...readSnapshot(snapshot), idempotency: { scope, ownerId, key } })
}

function extend(set: WorkingSet, operation: Extend, context: EvaluationContext): Outcome {
  const hold = set.hold(operation.id)
  if (hold === undefined) return { ok: false, reason: 'no-hold' }
  if (!isAmount(operation.amount)) return invalid('the amount to hold is out of bounds')
  const wallet = set.wallet(hold.userId)
  if (wallet === undefined) return { ok: false, reason: 'unknown-wallet' }
  const more = operation.amount - hold.amount
  const isLater = (operation.deadlineMs ?? 0) > hold.deadlineMs
  if (more <= 0n && !isLater) return done(wallet, 0n, true)
  const budget = hold.tokenId === null ? undefined : set.budget(hold.tokenId)
  if (more > 0n) {
    // From its first extension on, a hold that outlives its period counts in the current one as a whole. Otherwise a long
    // answer would be a way around the budget.
    const periodSeq = currentPeriod(budget)
    const inPeriod = hold.periodSeq === periodSeq ? more : operation.amount
    const refusal = refuse(wallet, budget, { total: more, inPeriod })
    if (refusal !== undefined) {
      const lent = lentOf(set, hold.userId, context)
      return lent === undefined ? refusal : { ...refusal, lent }
    }
    hold.periodSeq = periodSeq
    hold.amount += more
    wallet.held += more
    set.touchWallet(wallet)
    if (budget !== undefined) {
      budget.held += more
      countHeld(budget, periodSeq, inPeriod)
      set.touchBudget(budget)
    }
  }
  hold.deadlineMs = Math.max(hold.deadlineMs, operation.deadlineMs ?? 0)
  set.touchHold(hold)
  return done(wallet, 0n, false)
}

function accrue(set: WorkingSet, operation: Accrue): Outcome {
  const hold = set.hold(operation.id)
  if (hold === undefined) return { ok: false, reason: 'no-hold' }
  if (typeof operation.accrued !== 'bigint') return invalid('the accrued amount is not an integer')
  const earned = operation.accrued > hold.amount ? hold.amount : operation.accrued
  const isLater = (operation.deadlineMs ?? 0) > hold.deadlineMs
  const isMore = earned > hold.accrued
  if (isMore) hold.accrued = earned
  if (isLater) hold.deadlineMs = operation.deadlineMs ?? hold.deadlineMs
  if (isMore || isLater) set.touchHold(hold)
  return done(set.wallet(hold.userId), hold.accrued, !isMore && !isLater)
}

function release(set: WorkingSet, operation: Void): Outcome {
  const { id, idempotency } = operation
  const hold = set.hold(id)
  if (idempotency !== undefined) {
    const record = set.idempotency(idempotency.scope, idempotency.ownerId, idempotency.key)
    const isOpen = record?.state === 1 || operation.refund !== undefined
    if (record !== undefined && record.requestId === id && isOpen) set.dropIdempotency(record)
  }
  if (hold === undefined) {
    const [charge] = set.charges(id)
    if (charge !== undefined) return refund(set, operation)
    return { ok: true, replayed: true, cost: 0n as Amount, available: 0n as Amount }
  }
  const wallet = freeHold(set, hold.id)
  for (const log of operation.logs) set.addLog({ ...log, requestId: id, quota: 0n as Amount })
  return done(wallet, 0n, false)
}
