import type { BodyMeter } from './exchange.ts'

/** Up to this size, answers are not counted. */
const SHORT_BYTES = 2 ** 20
/** An answer that does not say how long it is takes four times as much room at each step. */
const STEP = 4
/** Longer than most long answers take. An answer that has waited that long goes on: a slow client must not hold up the others. */
const WAIT_MS = 10_000

interface Waiting {
  readonly lease: AnswerLease
  readonly bytes: number
  readonly go: () => void
  readonly timer: NodeJS.Timeout
}

/**
 * How many bytes of long answers are in memory at once, from their first megabyte until the client has been given
 * them. Answers beyond that are not refused, because they are paid for: we stop reading them until there is room.
 */
export class AnswerRoom {
  readonly #bytesMax: number
  readonly #waitMs: number
  readonly #queue: Waiting[] = []
  #taken = 0
  /** Answers that have taken some room. */
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

  /** Gives back what an answer took, and forgets that it waits. */
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

  /** The first one, if it has room. If all that have begun wait for each other, one of them goes on. */
  #next(): Waiting | undefined {
    const [first] = this.#queue
    if (!first || this.#hasRoom(first.lease, first.bytes)) return first
    const begun = this.#queue.filter(({ lease }) => lease.own > 0)
    return begun.length === this.#holders ? begun[0] : undefined
  }

  /** An answer that is alone always has room. */
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
  /** Bytes that the room has given to it. Only the room writes this. */
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

  /** A further attempt begins, and what arrived of the last answer is forgotten. */
  startOver(): void {
    this.#covered = SHORT_BYTES
    this.#room.leave(this)
  }

  /** The client has its answer, or left. */
  end(): void {
    if (this.#covered > SHORT_BYTES) this.startOver()
  }
}
