import type { Amount } from '../money/amount.ts'
import { SPARE } from './lend.ts'
import type { Allow, Detach, GiveBack, Reserve } from './operations.ts'

/** A request whose hold is in memory, within an allowance. */
export interface MemoryHold {
  readonly operation: Reserve
  readonly allowance: Allowance
  readonly sinceMs: number
}

/**
 * The daemon's own record of an allowance: its arithmetic and the operations of its steps. `amount` never exceeds the amount
 * that the row will have once all submitted operations are applied: it falls when an operation is submitted and rises
 * only when one has been answered.
 */
export class Allowance {
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  /** How many requests currently use it. */
  held = 0
  #amount = 0n
  #used = 0n
  #seq = 0
  /** True once it has a row. */
  isTaken = false
  isRaising = false
  isEnding = false
  lastMs = 0

  constructor(id: string, { userId, tokenId }: Pick<Reserve, 'userId' | 'tokenId'>) {
    this.id = id
    this.userId = userId
    this.tokenId = tokenId
  }

  get unused(): bigint {
    return this.#amount - this.#used
  }

  /** Reserves a request's amount. The caller has checked that it fits. */
  hold(operation: Reserve, nowMs: number): MemoryHold {
    this.held += 1
    this.#used += operation.amount
    this.lastMs = nowMs
    return { operation, allowance: this, sinceMs: nowMs }
  }

  /**
   * Ends the hold of a request and takes its cost from the allowance, at most the amount it held.
   * @returns the amount taken
   */
  spend({ operation: { amount } }: MemoryHold, cost: bigint): bigint {
    const spent = cost < amount ? cost : amount
    this.held -= 1
    this.#used -= amount
    this.#amount -= spent
    return spent
  }

  /** Notes that the ledger refilled the amount that a charge took. */
  refilled(spent: bigint): void {
    if (!this.isEnding) this.#amount += spent
  }

  raise(more: Amount, atMs: number): Allow {
    this.isRaising = true
    const { id, userId, tokenId } = this
    const spare = (SPARE * (this.#amount + more)) as Amount
    return { op: 'allow', id, userId, tokenId, more, spare, seq: this.#nextSeq(), atMs }
  }

  /** Notes a granted raise. An allowance that is ending gives it back together with the rest. */
  raised(more: Amount): void {
    this.isTaken = true
    if (!this.isEnding) this.#amount += more
  }

  detach(hold: MemoryHold): Detach {
    const { id, userId, tokenId, amount, atMs, deadlineMs, snapshot } = hold.operation
    this.spend(hold, amount)
    const seq = this.#nextSeq()
    return { op: 'detach', id, userId, tokenId, amount, atMs, deadlineMs, snapshot, from: this.id, seq }
  }

  giveBack(less: Amount): GiveBack {
    this.#amount -= less
    return { op: 'giveBack', id: this.id, less, seq: this.#nextSeq() }
  }

  /** Ends the allowance. Its requests must have been detached before. */
  end(): GiveBack {
    this.#amount = 0n
    return { op: 'giveBack', id: this.id, less: 'all', seq: this.#nextSeq() }
  }

  #nextSeq(): number {
    this.#seq += 1
    return this.#seq
  }
}
