import type { BodyMeter } from './exchange.ts'

/** Answers up to this size are not counted. */
const SHORT_BYTES = 2 ** 20
/** If an answer does not state its length, we reserve four times what has arrived. */
const STEP = 4
/** After this time, an answer no longer waits for room, so that a slow client cannot hold up the others for long. */
const WAIT_MS = 10_000

interface Waiting {
  readonly lease: AnswerLease
  readonly bytes: number
  readonly go: () => void
  readonly timer: NodeJS.Timeout
}

/**
 * Limits how many bytes of long answers are in memory at once. An answer counts from its first megabyte until the client has
 * read it. We do not refuse answers beyond the limit, because the provider charges for them: we pause reading until there is room.
 */
export class AnswerRoom {
  readonly #bytesMax: number
  readonly #waitMs: number
  readonly #queue: Waiting[] = []
  #taken = 0
  /** How many answers have taken room. */
  #holders = 0

  constructor(bytesMax: number, waitMs = WAIT_MS) {
    this.#bytesMax = bytesMax
    this.#waitMs = waitMs
  }

  get taken(): number {
    return this.#taken
  }

  /** How many answers wait for room. */
  get waiting(): number {
    return this.#queue.length
  }

  lease(): AnswerLease {
    return new AnswerLease(this)
  }

  /** @returns a promise if there is something to wait for */
  take(lease: AnswerLease, bytes: number): Promise<void> | undefined {
    if (this.#queue.length === 0 && this.#hasRoom(lease, bytes)) {
      this.#give(lease, bytes)
      return undefined
    }
    return new Promise((go) => {
      const timer = setTimeout(() => this.#letGo(waiting), this.#waitMs)
      const waiting: Waiting = { lease, bytes, go, timer }
      this.#queue.push(waiting)
      this.#letNextGo()
    })
  }

  /** Gives back the room of an answer. If the answer waits for more, it no longer does. */
  leave(lease: AnswerLease): void {
    const own = this.#queue.find((waiting) => waiting.lease === lease)
    if (own) this.#remove(own)
    if (lease.own > 0) this.#holders -= 1
    this.#taken -= lease.own
    lease.own = 0
    this.#letNextGo()
  }

  #letNextGo(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#letGo(next)
  }

  /** Picks the first in the queue if there is room for it. If all answers with room wait for more, one of them may go on. */
  #next(): Waiting | undefined {
    const [first] = this.#queue
    if (!first || this.#hasRoom(first.lease, first.bytes)) return first
    const begun = this.#queue.filter(({ lease }) => lease.own > 0)
    return begun.length === this.#holders ? begun[0] : undefined
  }

  /** An answer always has room if no other has taken any. */
  #hasRoom(lease: AnswerLease, bytes: number): boolean {
    return this.#taken === lease.own || this.#taken + bytes <= this.#bytesMax
  }

  #give(lease: AnswerLease, bytes: number): void {
    if (lease.own === 0) this.#holders += 1
    lease.own += bytes
    this.#taken += bytes
  }

  #letGo(waiting: Waiting): void {
    this.#remove(waiting)
    this.#give(waiting.lease, waiting.bytes)
    waiting.go()
  }

  #remove(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    this.#queue.splice(this.#queue.indexOf(waiting), 1)
  }
}

/** The room of one answer. */
export class AnswerLease implements BodyMeter {
  readonly #room: AnswerRoom
  /** Bytes that it has taken. Only the room writes this. */
  own = 0
  #covered = SHORT_BYTES

  constructor(room: AnswerRoom) {
    this.#room = room
  }

  grow(bytes: number, announced: number): Promise<void> | undefined {
    if (bytes <= this.#covered) return undefined
    this.#covered = announced > bytes ? announced : bytes * STEP
    return this.#room.take(this, this.#covered - this.own)
  }

  /** Gives the room back: the client has its answer or left, or another attempt begins, which may use this lease again. */
  end(): void {
    if (this.#covered === SHORT_BYTES) return
    this.#covered = SHORT_BYTES
    this.#room.leave(this)
  }
}
