import type { Thread } from '../thread.ts'
import type { Request } from './messages.ts'

/** Statements that wait for the least busy reader before another is started. */
const BUSY_PENDING = 2

/** A thread takes some ten megabytes: one that had nothing to do between two looks is ended. */
const LOOK_MS = 30_000

interface Reader {
  readonly thread: Thread
  /** Read transactions that live in it. */
  held: number
  wasUsed: boolean
}

/** A reader thread that a transaction keeps. */
export interface HeldReader {
  readonly thread: Thread
  /** To be called once, when the transaction is over. */
  free(): void
}

/** The reader threads of a store: one that stays, and more while it has much to do. */
export class ReaderPool {
  readonly #readers: Reader[]
  readonly #max: number
  readonly #start: () => Promise<Thread>
  readonly #timer: NodeJS.Timeout
  #starting: Promise<void> | undefined
  #isClosed = false

  /** @param start resolves once the thread has opened the file */
  constructor(first: Thread, max: number, start: () => Promise<Thread>) {
    this.#readers = [{ thread: first, held: 0, wasUsed: true }]
    this.#max = max
    this.#start = start
    this.#timer = setInterval(() => void this.retire(), LOOK_MS).unref()
  }

  get size(): number {
    return this.#readers.length
  }

  /** The thread for one statement. */
  take(): Thread {
    return this.#leastBusy().thread
  }

  /** The thread for a transaction. */
  hold(): HeldReader {
    const reader = this.#leastBusy()
    reader.held += 1
    return {
      thread: reader.thread,
      free: () => {
        reader.held -= 1
      },
    }
  }

  /** Ends the readers that were not used since the last call, but for the first. Runs by itself; tests call it. */
  async retire(): Promise<void> {
    const idle = this.#readers.filter(
      (each, index) => index > 0 && !each.wasUsed && each.held === 0 && each.thread.pending === 0,
    )
    for (const each of this.#readers) each.wasUsed = false
    for (const each of idle) this.#readers.splice(this.#readers.indexOf(each), 1)
    await Promise.all(idle.map(end))
  }

  /** Closes the file in every reader and ends them. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#starting
    await Promise.all(this.#readers.map(end))
  }

  #leastBusy(): Reader {
    const best = this.#readers.reduce((least, each) =>
      each.thread.pending < least.thread.pending ? each : least,
    )
    best.wasUsed = true
    if (best.thread.pending >= BUSY_PENDING && this.#readers.length < this.#max) this.#startAnother()
    return best
  }

  /** What waits already is not moved; the new reader takes what comes from when it is ready on. */
  #startAnother(): void {
    if (this.#isClosed) return
    this.#starting ??= this.#start()
      .then(
        (thread) => void this.#readers.push({ thread, held: 0, wasUsed: true }),
        // The store goes on with the readers it has.
        () => undefined,
      )
      .finally(() => {
        this.#starting = undefined
      })
  }
}

async function end({ thread }: Reader): Promise<void> {
  try {
    await thread.call((call): Request => ({ kind: 'close', call }))
  } finally {
    await thread.stop()
  }
}
