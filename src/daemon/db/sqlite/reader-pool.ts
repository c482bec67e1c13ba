import type { Thread } from '../thread.ts'
import type { Request } from './messages.ts'

/** Statements that one reader is left alone with; more of them are worth another. */
const BUSY_PENDING = 2

/** Most statements take less than a millisecond: only those that are still there after this time count as much to do. */
const PATIENCE_MS = 100

/** A thread takes some twenty megabytes: one that was not needed between two looks is ended. */
const LOOK_MS = 30_000

interface Reader {
  readonly thread: Thread
  /** Read transactions that live in it. */
  held: number
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
  readonly #looking: NodeJS.Timeout
  /** Set while statements have to show whether they take long. */
  #weighing: NodeJS.Timeout | undefined
  #starting: Promise<void> | undefined
  /** The most readers that there was work for since the last look. */
  #needed = 1
  #isClosed = false

  /** @param start resolves once the thread has opened the file */
  constructor(first: Thread, max: number, start: () => Promise<Thread>) {
    this.#readers = [{ thread: first, held: 0 }]
    this.#max = max
    this.#start = start
    this.#looking = setInterval(() => void this.retire(), LOOK_MS).unref()
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

  /** Ends the readers that there was no work for since the last call, but for the first. Runs by itself; tests call it. */
  async retire(): Promise<void> {
    const idle = this.#readers
      .slice(this.#needed)
      .filter((each) => each.held === 0 && each.thread.pending === 0)
    this.#needed = 1
    for (const each of idle) this.#readers.splice(this.#readers.indexOf(each), 1)
    await Promise.all(idle.map(end))
  }

  /** Closes the file in every reader and ends them. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looking)
    clearTimeout(this.#weighing)
    await this.#starting
    await Promise.all(this.#readers.map(end))
  }

  #leastBusy(): Reader {
    if (this.#wanted() > 1) this.#weighSoon()
    return this.#readers.reduce((least, each) => (each.thread.pending < least.thread.pending ? each : least))
  }

  /** How many readers what waits now is worth. */
  #wanted(): number {
    const pending = this.#readers.reduce((sum, { thread }) => sum + thread.pending, 0)
    return Math.min(this.#max, 1 + Math.floor(pending / BUSY_PENDING))
  }

  #weighSoon(): void {
    // After a slow turn of the event loop, answers that arrived in it are read before the immediate.
    this.#weighing ??= setTimeout(() => setImmediate(() => this.#weigh()), PATIENCE_MS).unref()
  }

  #weigh(): void {
    this.#weighing = undefined
    this.#needed = Math.max(this.#needed, this.#wanted())
    if (this.#needed > this.#readers.length) this.#startAnother()
  }

  /** What waits already is not moved; the new reader takes what comes from when it is ready on. */
  #startAnother(): void {
    if (this.#isClosed) return
    this.#starting ??= this.#start()
      .then(
        (thread) => void this.#readers.push({ thread, held: 0 }),
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
