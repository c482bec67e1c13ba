import type { Thread } from '../thread.ts'
import type { Request } from './messages.ts'

/** The pool starts one more reader for every two waiting statements. */
const BUSY_PENDING = 2

/**
 * Most statements take less than a millisecond. Another reader starts only if statements still wait after this time.
 */
export const PATIENCE_MS = 100

/**
 * Interval of the check for idle readers. A thread takes some 20 MB, so one that was not needed since the last check is
 * ended.
 */
const LOOK_MS = 30_000

interface Reader {
  readonly thread: Thread
  /** The number of read transactions that use this thread. */
  held: number
}

/** A reader thread reserved for a transaction. */
export interface HeldReader {
  readonly thread: Thread
  /** To be called once, when the transaction is over. */
  free(): void
}

/** The reader threads of a store: one permanent, and more under load. */
export class ReaderPool {
  readonly #readers: Reader[]
  readonly #max: number
  readonly #start: () => Promise<Thread>
  readonly #looking: NodeJS.Timeout
  /** The timer that decides whether another reader is needed; undefined while it is not running. */
  #deciding: NodeJS.Timeout | undefined
  #starting: Promise<void> | undefined
  /** The number of readers needed at the busiest moment since the last check for idle ones. */
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

  /** Returns the thread for one statement. */
  take(): Thread {
    return this.#leastBusy().thread
  }

  /** Returns the thread for a transaction. */
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

  /** Ends the readers that were not needed since the last call, except the first. Called by a timer and by tests. */
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
    clearTimeout(this.#deciding)
    await this.#starting
    await Promise.all(this.#readers.map(end))
  }

  #leastBusy(): Reader {
    if (this.#wanted() > 1) this.#decideSoon()
    return this.#readers.reduce((least, each) => (each.thread.pending < least.thread.pending ? each : least))
  }

  /** Returns how many readers the waiting statements would keep busy. */
  #wanted(): number {
    const pending = this.#readers.reduce((sum, { thread }) => sum + thread.pending, 0)
    return Math.min(this.#max, 1 + Math.floor(pending / BUSY_PENDING))
  }

  #decideSoon(): void {
    // If the event loop was blocked, it reads the replies that arrived meanwhile before it runs the immediate.
    this.#deciding ??= setTimeout(() => setImmediate(() => this.#decide()), PATIENCE_MS).unref()
  }

  #decide(): void {
    this.#deciding = undefined
    this.#needed = Math.max(this.#needed, this.#wanted())
    if (this.#needed > this.#readers.length) this.#startAnother()
  }

  /**
   * Once it is ready, the new reader takes new statements. Statements that are already waiting stay with their reader.
   */
  #startAnother(): void {
    if (this.#isClosed) return
    this.#starting ??= this.#start()
      .then(
        (thread) => void this.#readers.push({ thread, held: 0 }),
        // On failure, the store continues with its current readers.
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
