import type { Amount } from '../money/amount.ts'

/** A user's token is active when it reserves this often within a second. */
export const ACTIVE_RESERVES = 8
const SECOND_MS = 1_000
/** How long reserves are counted before they become a rate. */
const WINDOW_MS = 250
/** An allowance is at least as large as this many requests. */
const REQUESTS_MIN = 16n

/** How much is reserved for one user and token: says when an allowance is worth its while, and how large it should be. */
export class Activity {
  /** When the last few reserves came, as a ring. */
  readonly #times: Float64Array
  #reserves = 0
  #windowMs = 0
  #count = 0n
  #sum = 0n
  #mean = 0n
  #perSecond = 0n
  /** As much as the wallet has let it have; undefined = whatever it asks for. */
  #most: bigint | undefined
  #restUntilMs = Number.NEGATIVE_INFINITY
  lastMs = 0

  constructor(activeReserves: number) {
    this.#times = new Float64Array(activeReserves)
  }

  note(amount: bigint, nowMs: number): void {
    if (this.#count === 0n) this.#windowMs = nowMs
    this.#times[this.#reserves % this.#times.length] = nowMs
    this.#reserves += 1
    this.#count += 1n
    this.#sum += amount
    this.lastMs = nowMs
    const passedMs = nowMs - this.#windowMs
    if (passedMs < WINDOW_MS) return
    this.#mean = this.#sum / this.#count
    this.#perSecond = (this.#sum * 1_000n) / BigInt(Math.ceil(passedMs))
    this.#count = 0n
    this.#sum = 0n
  }

  isActive(nowMs: number): boolean {
    const oldest = this.#times[this.#reserves % this.#times.length] ?? 0
    return this.#reserves >= this.#times.length && nowMs - oldest <= SECOND_MS
  }

  /** Whether asking for more makes sense now. */
  mayAsk(nowMs: number): boolean {
    return nowMs >= this.#restUntilMs
  }

  rest(untilMs: number): void {
    this.#restUntilMs = untilMs
  }

  /** The wallet has less to spare than was asked for. @returns whether asking for less is worth it */
  limit(most: bigint): boolean {
    this.#most = most
    return most >= this.#meanNow() * (REQUESTS_MIN / 4n)
  }

  /** It got what it asked for: the next time it may be more. */
  widen(): void {
    if (this.#most !== undefined) this.#most *= 2n
  }

  /** What should be free of an allowance: about what is reserved in a second. */
  target(): Amount {
    let wanted = this.#meanNow() * REQUESTS_MIN
    if (this.#perSecond > wanted) wanted = this.#perSecond
    if (this.#sum > wanted) wanted = this.#sum
    return (this.#most !== undefined && this.#most < wanted ? this.#most : wanted) as Amount
  }

  #meanNow(): bigint {
    return this.#mean > 0n ? this.#mean : this.#count > 0n ? this.#sum / this.#count : 0n
  }
}
