import { countHeld } from './budget-period.ts'
import type { HoldSnapshot } from './operations.ts'
import type { HoldRow, WalletRow } from './rows.ts'
import type { WorkingSet } from './working-set.ts'

/** Reads the snapshot of a hold. An unreadable snapshot yields empty fields instead of a charge that cannot be booked. */
export function readSnapshot(text: string): Partial<HoldSnapshot> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Removes a hold and frees its amount. @returns its wallet */
export function freeHold(set: WorkingSet, id: string): WalletRow | undefined {
  const hold = set.hold(id)
  if (hold === undefined) return undefined
  set.dropHold(id)
  return free(set, hold, hold.amount)
}

/** Frees part of a hold. @returns its wallet */
export function lowerHold(set: WorkingSet, hold: HoldRow, less: bigint): WalletRow | undefined {
  hold.amount -= less
  set.touchHold(hold)
  return free(set, hold, less)
}

function free(set: WorkingSet, hold: HoldRow, less: bigint): WalletRow | undefined {
  const wallet = set.wallet(hold.userId)
  if (wallet !== undefined) {
    wallet.held -= less
    set.touchWallet(wallet)
  }
  const budget = hold.tokenId === null ? undefined : set.budget(hold.tokenId)
  if (budget !== undefined) {
    budget.held -= less
    countHeld(budget, hold.periodSeq, -less)
    set.touchBudget(budget)
  }
  return wallet
}
