import { StorageUnavailableError } from '../failure.ts'

/** Something that needs the write connection outside any open transaction. */
export interface Turn {
  run(): void
  /** Called instead of `run` when the turn did not come in time. */
  refuse(error: Error): void
}

export interface Timers {
  set(fire: () => void, ms: number): unknown
  clear(timer: unknown): void
}

const systemTimers: Timers = {
  set: (fire, ms) => setTimeout(fire, ms),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
}

/**
 * Who may use the one write connection: statements, ledger batches and transactions take turns in the order in which
 * they came. A transaction keeps the connection until it ends, so nothing of anybody else lands inside it, and loses
 * it when it has not ended after its time limit, so nobody waits for ever.
 */
export function createWriterLease(waitMs: number, timers: Timers = systemTimers) {
  let holder: { readonly id: number; readonly timer: unknown } | undefined
  const waiting = new Map<Turn, unknown>()

  function proceed(): void {
    for (const [turn, timer] of waiting) {
      if (holder) return
      waiting.delete(turn)
      timers.clear(timer)
      turn.run()
    }
  }

  return {
    /** The transaction that holds the connection; undefined = nobody. */
    get holder(): number | undefined {
      return holder?.id
    },
    /** Runs the turn now when nobody holds the connection, else when everybody who came before has had theirs. */
    enter(turn: Turn): void {
      if (!holder && waiting.size === 0) {
        turn.run()
        return
      }
      const late = () => {
        waiting.delete(turn)
        turn.refuse(new StorageUnavailableError('WRITER_BUSY', `No turn to write within ${waitMs} ms`))
      }
      waiting.set(turn, timers.set(late, waitMs))
    },
    /**
     * Keeps the connection for a transaction; to be called from inside its turn.
     * @param limitMs 0 = no limit
     * @param expire ends the transaction in the database; the connection is free after it
     */
    hold(id: number, limitMs: number, expire: () => void): void {
      const end = () => {
        expire()
        holder = undefined
        proceed()
      }
      holder = { id, timer: limitMs > 0 ? timers.set(end, limitMs) : undefined }
    },
    /** Ends the hold of this transaction; nothing happens when it holds nothing. */
    release(id: number): void {
      if (holder?.id !== id) return
      if (holder.timer !== undefined) timers.clear(holder.timer)
      holder = undefined
      proceed()
    },
  }
}
