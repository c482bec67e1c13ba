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
 * An allowance as its daemon knows it: the arithmetic, and the operations of its steps. `amount` is never more than its row
 * holds once everything that was submitted is applied: it falls when an operation is submitted and rises when one is
 * answered.
 */
export class Allowance {
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  /** How many requests hold a part of it. */
  held = 0
  #amount = 0n
  #used = 0n
  #seq = 0
  /** It has a row. */
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

  /** Sets a request's amount aside. The caller has looked whether it fits. */
  hold(operation: Reserve, nowMs: number): MemoryHold {
    this.held += 1
    this.#used += operation.amount
    this.lastMs = nowMs
    return { operation, allowance: this, sinceMs: nowMs }
  }

  /**
   * A request has ended; what it cost goes out of the allowance, as much of it as it held.
   * @returns how much that is
   */
  spend({ operation: { amount } }: MemoryHold, cost: bigint): bigint {
    const spent = cost < amount ? cost : amount
    this.held -= 1
    this.#used -= amount
    this.#amount -= spent
    return spent
  }

  /** The ledger has put back what a charge took. */
  refilled(spent: bigint): void {
    if (!this.isEnding) this.#amount += spent
  }

  raise(more: Amount, atMs: number): Allow {
    this.isRaising = true
    const { id, userId, tokenId } = this
    const spare = (SPARE * (this.#amount + more)) as Amount
    return { op: 'allow', id, userId, tokenId, more, spare, seq: this.#nextSeq(), atMs }
  }

  /** A raise was granted. One that is ending gives it back with the rest. */
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

  /** Ends it. What requests held of it must have been detached before. */
  end(): GiveBack {
    this.#amount = 0n
    return { op: 'giveBack', id: this.id, less: 'all', seq: this.#nextSeq() }
  }

  #nextSeq(): number {
    this.#seq += 1
    return this.#seq
  }
}
