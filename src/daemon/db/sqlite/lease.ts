import { StorageUnavailableError } from '../failure.ts'

/** A unit of work that needs the write connection outside any open transaction. */
export interface Turn {
  run(): void
  /** Called instead of `run` if the turn did not come in time. */
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
 * Decides who may use the only write connection: statements, ledger batches and transactions take turns in order of
 * arrival. A transaction keeps the connection until it ends, so no other statement gets into it, and loses it after its
 * time limit, so nobody waits forever.
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
    /** Runs the turn now if the connection is free, else after all turns that came earlier. */
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
     * Keeps the connection for a transaction. Call it from inside its turn.
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
    /** Releases the connection if this transaction holds it. */
    release(id: number): void {
      if (holder?.id !== id) return
      if (holder.timer !== undefined) timers.clear(holder.timer)
      holder = undefined
      proceed()
    },
  }
}
