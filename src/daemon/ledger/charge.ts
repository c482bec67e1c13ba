import { AMOUNT_MAX_PER_OPERATION, type Amount, WALLET_BALANCE_MAX } from '../money/amount.ts'
import { countUsed, currentPeriod } from './budget-period.ts'
import { freeHold, lowerHold, readSnapshot } from './holds.ts'
import { leftOf, mayRefill } from './lend.ts'
import {
  entryKinds,
  type Outcome,
  type Recover,
  type Settle,
  type UsageLogRow,
  type Void,
} from './operations.ts'
import { available, done, invalid, isAmount } from './outcomes.ts'
import type { HoldRow, WalletRow } from './rows.ts'
import type { WorkingSet } from './working-set.ts'

/** Everything that determines one ledger entry and the rows written with it. */
interface Charge {
  readonly id: string
  readonly kind: 1 | 2 | 3
  readonly wallet: WalletRow
  readonly tokenId: number | null
  readonly channelId: number
  /** Amount of this entry; for a late charge only the difference. */
  readonly cost: bigint
  readonly atMs: number
  readonly notes: readonly string[]
  /** The log row. Its `quota` is the whole cost of the request. */
  readonly log: UsageLogRow | null
  readonly stat: { readonly model: string; readonly hourTime: number; readonly tokens: number } | null
  /** 0 for the remainder of a request that was already counted when it was recovered. */
  readonly requests: 0 | 1
  /** The budget period that the charge counts in: that of the hold, or of earlier entries of the request. */
  readonly periodSeq: number | null
}

/**
 * Books the cost of a request. If its hold is gone, the request was already settled (the first answer is repeated),
 * recovered (only the difference is booked) or voided elsewhere (booked in full). The last two make entries of kind late.
 */
export function settle(set: WorkingSet, operation: Settle): Outcome {
  if (typeof operation.cost !== 'bigint' || operation.cost < 0n)
    return invalid('the cost is negative or not an integer')
  const { id } = operation
  const cost = operation.cost > AMOUNT_MAX_PER_OPERATION ? AMOUNT_MAX_PER_OPERATION : operation.cost
  const hold = set.hold(id)
  if (hold !== undefined && hold.userId !== operation.userId)
    return invalid('the hold belongs to another wallet')
  const wallet = set.wallet(operation.userId)
  if (wallet === undefined) return { ok: false, reason: 'unknown-wallet' }
  const notes = operation.note === null ? [] : [operation.note]
  if (cost < operation.cost) notes.push('clamped')
  const charge: Charge = {
    id,
    kind: entryKinds.usage,
    wallet,
    tokenId: operation.tokenId,
    channelId: operation.channelId,
    cost,
    atMs: operation.atMs,
    notes,
    log: operation.log && { ...operation.log, quota: cost as Amount },
    stat: operation.stat,
    requests: 1,
    periodSeq: null,
  }
  if (hold === undefined && operation.from !== undefined) return settleFrom(set, operation, charge)
  if (hold === undefined) return settleLate(set, operation, charge)
  if (!isBookable(charge)) return invalid('the wallet or its totals would leave their bounds')
  freeHold(set, id)
  completeKey(set, operation)
  return book(set, {
    ...charge,
    tokenId: hold.tokenId,
    periodSeq: hold.periodSeq,
    notes: cost > hold.amount ? ['overrun', ...notes] : notes,
  })
}

/** A wallet is tight if it has less than this many times the request's held amount free beside all holds. */
export const TIGHT = 4n

/** Charges a request that was held in memory within an allowance. */
function settleFrom(set: WorkingSet, operation: Settle, charge: Charge): Outcome {
  const { from } = operation
  const allowance = from && set.hold(from.allowance)
  if (from === undefined || allowance === undefined || set.charges(charge.id).length > 0)
    return settleLate(set, operation, charge)
  if (charge.cost === 0n) return invalid('a charge of nothing needs a hold of its own')
  if (!isAmount(from.held)) return invalid('the amount that was held is out of bounds')
  if (!allowance.isAllowance || allowance.userId !== operation.userId)
    return invalid('the allowance belongs to another wallet')
  if (!isBookable(charge)) return invalid('the wallet or its totals would leave their bounds')
  const { wallet, cost } = charge
  const { tokenId } = allowance
  const budget = tokenId === null ? undefined : set.budget(tokenId)
  const isRefilled = mayRefill(allowance, wallet, budget, cost)
  if (!isRefilled) lowerHold(set, allowance, [cost, from.held, allowance.amount].reduce(lesser))
  completeKey(set, operation)
  if (budget !== undefined) budget.accessedMs = Math.max(budget.accessedMs, charge.atMs)
  const notes = cost > from.held ? ['overrun', ...charge.notes] : charge.notes
  const outcome = book(set, { ...charge, tokenId, periodSeq: allowance.periodSeq, notes })
  const left = leftOf(budget)
  const free = available(wallet)
  const isTight = (left === undefined || free < left ? free : left) < TIGHT * from.held
  if (!outcome.ok) return outcome
  return { ...outcome, ...(isTight && { isTight }), ...(isRefilled && { isRefilled }) }
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

function settleLate(set: WorkingSet, operation: Settle, charge: Charge): Outcome {
  const { wallet } = charge
  const before = set.charges(charge.id)
  if (before.some(({ userId }) => userId !== operation.userId))
    return invalid('the request was charged to another wallet')
  const booked = before.reduce((sum, { delta }) => sum - delta, 0n)
  const isRecovered = before.some(({ kind }) => kind === entryKinds.recovered)
  const isClosed = before.some(({ kind }) => kind === entryKinds.usage || kind === entryKinds.late)
  if (isClosed || charge.cost <= booked) return done(wallet, booked, true)
  if (operation.needsHold) return { ok: false, reason: 'no-hold' }
  const budget = charge.tokenId === null ? undefined : set.budget(charge.tokenId)
  const late: Charge = {
    ...charge,
    kind: entryKinds.late,
    cost: charge.cost - booked,
    notes: ['late', ...charge.notes],
    // The log and the entries of a request must agree, so a recovery that was not logged stays unlogged.
    log: isRecovered && !before.some(({ isLogged }) => isLogged) ? null : charge.log,
    requests: isRecovered ? 0 : 1,
    periodSeq: before[0] ? before[0].periodSeq : currentPeriod(budget),
  }
  if (!isBookable(late)) return invalid('the wallet or its totals would leave their bounds')
  completeKey(set, operation)
  const outcome = book(set, late)
  return outcome.ok ? { ...outcome, cost: charge.cost as Amount } : outcome
}

/** Settles the hold of a dead daemon at the amount it had durably earned (rule P9). */
export function recover(set: WorkingSet, operation: Recover): Outcome {
  const hold = set.hold(operation.id)
  if (hold === undefined) {
    const before = set.charges(operation.id)
    const recovered = before.find(({ kind }) => kind === entryKinds.recovered)
    if (recovered === undefined) return { ok: false, reason: 'no-hold' }
    return done(set.wallet(recovered.userId), -recovered.delta, true)
  }
  const wallet = set.wallet(hold.userId)
  if (wallet === undefined) return { ok: false, reason: 'unknown-wallet' }
  // An allowance belongs to no request, so nothing is charged, counted or logged.
  if (hold.isAllowance) return done(freeHold(set, hold.id), 0n, false)
  const snapshot = readSnapshot(hold.snapshot)
  const cost = hold.accrued
  const isLogged = snapshot.logged ?? true
  const log = recoveredLog(hold, operation.atMs)
  const charge: Charge = {
    id: hold.id,
    kind: entryKinds.recovered,
    wallet,
    tokenId: hold.tokenId,
    channelId: snapshot.channelId ?? 0,
    cost,
    atMs: operation.atMs,
    notes: ['recovered'],
    log: isLogged ? log : null,
    stat:
      snapshot.dashboard === true
        ? { model: snapshot.model ?? '', hourTime: hourOf(operation.atMs), tokens: 0 }
        : null,
    requests: 1,
    periodSeq: hold.periodSeq,
  }
  if (!isBookable(charge)) return invalid('the wallet or its totals would leave their bounds')
  freeHold(set, hold.id)
  closeRecoveredKey(set, hold, cost)
  if (cost > 0n) return book(set, charge)
  // Nothing was earned: no charge and no request is counted, but an upstream may have been called, so we log it.
  set.addLog({ ...log, type: 6 })
  return done(wallet, 0n, false, 'recovered')
}

/** Refunds all charges of a request once. The refund is a new entry, because entries never change. */
export function refund(set: WorkingSet, { id, atMs, refund: target }: Void): Outcome {
  const charges = set.charges(id)
  const wallet = target && set.wallet(target.userId)
  if (target === undefined || wallet === undefined || charges.some(({ userId }) => userId !== target.userId))
    return { ok: false, reason: 'no-hold' }
  const booked = charges.reduce((sum, { delta }) => sum - delta, 0n)
  if (booked <= 0n) return done(wallet, 0n, true)
  // All entries of a request count in one period. If that period is over, the refund must not raise another one.
  const periodSeq = charges[0]?.periodSeq ?? null
  wallet.balance += booked
  wallet.used -= booked
  wallet.lastWseq += 1n
  set.touchWallet(wallet)
  const budget = target.tokenId === null ? undefined : set.budget(target.tokenId)
  if (budget !== undefined) {
    budget.remain += booked
    budget.used -= booked
    countUsed(budget, periodSeq, -booked)
    set.touchBudget(budget)
  }
  set.addEntry({
    userId: wallet.userId,
    wseq: wallet.lastWseq,
    kind: entryKinds.taskRefund,
    ref: id,
    delta: booked,
    balanceAfter: wallet.balance,
    tokenId: target.tokenId,
    // The upstream did the work, so the usage of the channel stays.
    channelId: null,
    atMs,
    isLogged: false,
    note: 'refused',
    periodSeq,
  })
  return done(wallet, 0n, false)
}

function isBookable({ wallet, cost }: Charge): boolean {
  return wallet.balance - cost >= -WALLET_BALANCE_MAX && wallet.used + cost <= WALLET_BALANCE_MAX
}

function book(set: WorkingSet, charge: Charge): Outcome {
  const { wallet, cost, log, stat } = charge
  const note = charge.notes.length === 0 ? null : [...new Set(charge.notes)].join(' ')
  wallet.balance -= cost
  wallet.used += cost
  wallet.requests += BigInt(charge.requests)
  set.touchWallet(wallet)
  const budget = charge.tokenId === null ? undefined : set.budget(charge.tokenId)
  if (budget !== undefined) {
    budget.remain -= cost
    budget.used += cost
    countUsed(budget, charge.periodSeq, cost)
    set.touchBudget(budget)
  }
  if (cost > 0n) {
    wallet.lastWseq += 1n
    set.addEntry({
      userId: wallet.userId,
      wseq: wallet.lastWseq,
      kind: charge.kind,
      ref: charge.id,
      delta: -cost,
      balanceAfter: wallet.balance,
      tokenId: charge.tokenId,
      channelId: charge.channelId === 0 ? null : charge.channelId,
      atMs: charge.atMs,
      isLogged: log !== null,
      note,
      periodSeq: charge.periodSeq,
    })
    if (charge.channelId !== 0) set.addChannelUsed(charge.channelId, cost)
  }
  // The entry and its row get the same time, so that a log cleanup covers both or neither.
  if (log !== null)
    set.addLog({ ...log, type: 2, requestId: charge.id, userId: wallet.userId, atMs: charge.atMs })
  if (stat !== null) set.addStat({ ...stat, userId: wallet.userId, requests: charge.requests, quota: cost })
  return done(wallet, cost, false, note ?? undefined)
}

function completeKey(set: WorkingSet, { id, idempotency }: Settle): void {
  if (idempotency === undefined) return
  const record = set.idempotency(idempotency.scope, idempotency.ownerId, idempotency.key)
  if (record === undefined || record.requestId !== id) return
  set.putIdempotency({ ...record, state: 2, status: idempotency.status, body: idempotency.body })
}

/** If the lost request cost nothing, a retry may run again; otherwise the retry gets an error that names the charge. */
function closeRecoveredKey(set: WorkingSet, hold: HoldRow, cost: bigint): void {
  const { idempotency } = readSnapshot(hold.snapshot)
  if (idempotency === undefined) return
  const record = set.idempotency(idempotency.scope, idempotency.ownerId, idempotency.key)
  if (record === undefined || record.requestId !== hold.id || record.state === 2) return
  if (cost === 0n) set.dropIdempotency(record)
  else set.putIdempotency({ ...record, state: 2 })
}

function recoveredLog(hold: HoldRow, atMs: number): UsageLogRow {
  const snapshot = readSnapshot(hold.snapshot)
  return {
    requestId: hold.id,
    atMs,
    type: 2,
    userId: hold.userId,
    username: snapshot.username ?? '',
    tokenId: hold.tokenId ?? 0,
    tokenName: snapshot.tokenName ?? '',
    channelId: snapshot.channelId ?? 0,
    group: snapshot.group ?? '',
    model: snapshot.model ?? '',
    promptTokens: 0,
    completionTokens: 0,
    quota: hold.accrued as Amount,
    isStream: snapshot.isStream ?? false,
    useTimeMs: Math.max(0, atMs - hold.createdMs),
    ip: snapshot.ip ?? '',
    usageSource: 'held',
    content: '',
    other: JSON.stringify({ interrupted: true, recovered: true }),
    explanation: JSON.stringify({ hold: { amount: String(hold.amount), accrued: String(hold.accrued) } }),
  }
}

const hourOf = (ms: number): number => Math.floor(ms / 3_600_000) * 3600
