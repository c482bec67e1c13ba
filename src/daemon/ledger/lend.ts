import { AMOUNT_MAX_PER_OPERATION, type Amount } from '../money/amount.ts'
import { lowerHold } from './holds.ts'
import type { Allow, Detach, GiveBack, Lent, Outcome } from './operations.ts'
import { available, done, invalid, isAmount, reserved } from './outcomes.ts'
import type { BudgetRow, HoldRow, WalletRow } from './rows.ts'
import type { EvaluationContext, WorkingSet } from './working-set.ts'

/**
 * A wallet and a budget must keep this many times the allowance free. The function `tollgate_settle_3` on PostgreSQL has the same
 * number.
 */
export const SPARE = 4n

/** An allowance has no deadline: its daemon gives it back, or recovery frees it when the daemon is dead. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** Returns who has allowances of the wallet; undefined = nobody. */
export function lentOf(set: WorkingSet, userId: number, context: EvaluationContext): Lent | undefined {
  const lent = set.lent(userId)
  if (lent.length === 0) return undefined
  return { userId, isElsewhere: lent.some(({ instanceId }) => instanceId !== context.instanceId) }
}

/** Takes or raises an allowance if the wallet and the budget have enough to spare. */
export function allow(set: WorkingSet, operation: Allow, context: EvaluationContext): Outcome {
  const { id, userId, tokenId, more, spare, seq } = operation
  const wallet = set.wallet(userId)
  const known = set.hold(id)
  if (known !== undefined && (!known.isAllowance || known.userId !== userId || known.tokenId !== tokenId))
    return invalid('the id belongs to another hold')
  if (known !== undefined && seq === known.seq) return reserved(wallet, known.amount, true)
  // A refused step leaves no trace but later steps do, so the first answer is unknown.
  if (known !== undefined && seq < known.seq) return { ok: false, reason: 'no-allowance', why: 'unsure' }
  if (known === undefined && seq !== 1) return { ok: false, reason: 'no-hold' }
  if (context.isFenced) return { ok: false, reason: 'fenced' }
  const amount = (known?.amount ?? 0n) + more
  if (!isAmount(more) || !isAmount(spare) || amount > AMOUNT_MAX_PER_OPERATION)
    return invalid('the amount to hold is out of bounds')
  if (wallet === undefined) return { ok: false, reason: 'unknown-wallet' }
  const budget = tokenId === null ? undefined : set.budget(tokenId)
  if (tokenId !== null && budget?.userId !== userId) return { ok: false, reason: 'unknown-token' }
  const free = available(wallet)
  const left = leftOf(budget)
  if (free - more < spare) return { ok: false, reason: 'wallet', available: free }
  if (left !== undefined && left - more < spare) return { ok: false, reason: 'token', available: left }
  if (budget !== undefined && budget.period !== 0) return { ok: false, reason: 'no-allowance', why: 'period' }
  if (lentOf(set, userId, context)?.isElsewhere) return { ok: false, reason: 'no-allowance', why: 'lent' }

  if (known === undefined)
    set.addHold({
      id,
      userId,
      tokenId,
      amount,
      accrued: 0n,
      instanceId: context.instanceId,
      createdMs: operation.atMs,
      deadlineMs: NEVER_MS,
      snapshot: '{}',
      periodSeq: null,
      isAllowance: true,
      seq,
    })
  else {
    known.amount = amount
    known.seq = seq
    set.touchHold(known)
  }
  wallet.held += more
  set.touchWallet(wallet)
  if (budget !== undefined) {
    budget.held += more
    budget.accessedMs = Math.max(budget.accessedMs, operation.atMs)
    set.touchBudget(budget)
  }
  return reserved(wallet, amount, false)
}

/**
 * Decides whether the ledger refills an allowance after a charge. Otherwise the daemon would soon ask for more, so the
 * conditions are those of a raise.
 *
 * @param cost the cost of the charge, which is not booked yet
 */
export function mayRefill(
  allowance: HoldRow,
  wallet: WalletRow,
  budget: BudgetRow | undefined,
  cost: bigint,
): boolean {
  const spare = SPARE * allowance.amount
  const left = leftOf(budget)
  return (
    (budget === undefined || budget.period === 0) &&
    available(wallet) - cost >= spare &&
    (left === undefined || left - cost >= spare)
  )
}

/** Returns the free amount of a token's budget; undefined = no limit. */
export const leftOf = (budget: BudgetRow | undefined): Amount | undefined =>
  budget === undefined || budget.unlimited ? undefined : ((budget.remain - budget.held) as Amount)

/** Lowers an allowance. If it no longer exists, it was freed as a whole and there is nothing left to give back. */
export function giveBack(set: WorkingSet, { id, less, seq }: GiveBack): Outcome {
  const allowance = allowanceOf(set, id)
  if (allowance === undefined)
    return { ok: true, replayed: true, cost: 0n as Amount, available: 0n as Amount }
  if (seq <= allowance.seq) return reserved(set.wallet(allowance.userId), allowance.amount, true)
  const freed = less === 'all' ? allowance.amount : less
  if (!isAmount(freed) || freed > allowance.amount) return invalid('more is given back than is held')
  allowance.seq = seq
  const wallet = lowerHold(set, allowance, freed)
  if (allowance.amount === 0n) set.dropHold(id)
  return reserved(wallet, allowance.amount, false)
}

/**
 * Gives a request that is held in memory its own row. The row belongs to the daemon of the allowance, so recovery finds it
 * if that daemon has died.
 */
export function detach(set: WorkingSet, operation: Detach): Outcome {
  const { id, userId, amount, from, seq } = operation
  const own = set.hold(id)
  if (own !== undefined)
    return own.userId === userId
      ? reserved(set.wallet(userId), own.amount, true)
      : invalid('the id belongs to another wallet')
  const allowance = allowanceOf(set, from)
  if (allowance === undefined) return { ok: false, reason: 'no-hold' }
  // The request has ended: the step was made and its row is already deleted, or the charge is booked.
  if (seq <= allowance.seq || set.charges(id).length > 0) return done(set.wallet(userId), 0n, true)
  if (allowance.userId !== userId || allowance.tokenId !== operation.tokenId)
    return invalid('the allowance belongs to another wallet')
  if (!isAmount(amount) || amount > allowance.amount) return invalid('more is detached than is held')
  allowance.amount -= amount
  allowance.seq = seq
  set.touchHold(allowance)
  set.addHold({
    id,
    userId,
    tokenId: operation.tokenId,
    amount,
    accrued: 0n,
    instanceId: allowance.instanceId,
    createdMs: operation.atMs,
    deadlineMs: operation.deadlineMs,
    snapshot: operation.snapshot,
    periodSeq: allowance.periodSeq,
    isAllowance: false,
    seq: 0,
  })
  return reserved(set.wallet(userId), amount, false)
}

function allowanceOf(set: WorkingSet, id: string): HoldRow | undefined {
  const hold = set.hold(id)
  return hold?.isAllowance ? hold : undefined
}
