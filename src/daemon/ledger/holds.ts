import { countHeld } from './budget-period.ts'
import type { HoldSnapshot } from './operations.ts'
import type { WalletRow } from './rows.ts'
import type { WorkingSet } from './working-set.ts'

/** Reads a hold's snapshot; one that cannot be read gives empty fields rather than an unbookable charge. */
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
  const wallet = set.wallet(hold.userId)
  if (wallet !== undefined) {
    wallet.held -= hold.amount
    set.touchWallet(wallet)
  }
  const budget = hold.tokenId === null ? undefined : set.budget(hold.tokenId)
  if (budget !== undefined) {
    budget.held -= hold.amount
    countHeld(budget, hold.periodSeq, -hold.amount)
    set.touchBudget(budget)
  }
  set.dropHold(id)
  return wallet
}
