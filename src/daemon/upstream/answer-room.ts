import type { BodyMeter } from './exchange.ts'

/** Responses up to this size are not counted. */
const SHORT_BYTES = 2 ** 20
/** For a response that does not state its length, the room reserved is this many times what has arrived. */
const STEP = 4
/** After this time, a response no longer waits for room, so that a slow client cannot hold up others for long. */
const WAIT_MS = 10_000

interface Waiting {
  readonly lease: AnswerLease
  readonly bytes: number
  readonly go: () => void
  readonly timer: NodeJS.Timeout
}

/**
 * Limits how many bytes of long responses are in memory at once. A response counts from its first megabyte until the
 * client has read it. Responses beyond the limit are not refused, because the provider charges for them: reading pauses
 * until there is room.
 */
export class AnswerRoom {
  readonly #bytesMax: number
  readonly #waitMs: number
  readonly #queue: Waiting[] = []
  #taken = 0
  /** The number of responses that have taken room. */
  #holders = 0

  constructor(bytesMax: number, waitMs = WAIT_MS) {
    this.#bytesMax = bytesMax
    this.#waitMs = waitMs
  }

  get taken(): number {
    return this.#taken
  }

  /** The number of responses that wait for room. */
  get waiting(): number {
    return this.#queue.length
  }

  lease(): AnswerLease {
    return new AnswerLease(this)
  }

  /** @returns a promise if the response has to wait */
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

  /** Releases the room of a response and cancels its wait for more, if any. */
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

  /**
   * Returns the first in the queue if there is room for it. If every response with room waits for more, one of them may
   * continue.
   */
  #next(): Waiting | undefined {
    const [first] = this.#queue
    if (!first || this.#hasRoom(first.lease, first.bytes)) return first
    const begun = this.#queue.filter(({ lease }) => lease.own > 0)
    return begun.length === this.#holders ? begun[0] : undefined
  }

  /** A response always has room if no other has taken any. */
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

/** The room that one response has taken. */
export class AnswerLease implements BodyMeter {
  readonly #room: AnswerRoom
  /** Bytes taken. Only {@link AnswerRoom} writes this. */
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

  /**
   * Releases the room, because the client has its response or left, or because another attempt begins. The next attempt
   * may reuse this lease.
   */
  end(): void {
    if (this.#covered === SHORT_BYTES) return
    this.#covered = SHORT_BYTES
    this.#room.leave(this)
  }
}
