import type { Amount } from '../money/amount.ts'

/** A token counts as active after this many reserves within a second. */
export const ACTIVE_RESERVES = 8
const SECOND_MS = 1_000
/** Length of the window over which the rate of reserves is measured. */
const WINDOW_MS = 250
/** An allowance is at least as large as this many requests. */
const REQUESTS_MIN = 16n

/** Measures the reserves of one user and token, to decide when an allowance is worthwhile and how large it should be. */
export class Activity {
  /** Times of the last few reserves, as a ring buffer. */
  readonly #times: Float64Array
  #reserves = 0
  #windowMs = 0
  #count = 0n
  #sum = 0n
  #mean = 0n
  #perSecond = 0n
  /** The largest allowance that the wallet has room for; undefined = not limited so far. */
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

  /** Reports whether it is time to ask for more. */
  mayAsk(nowMs: number): boolean {
    return nowMs >= this.#restUntilMs
  }

  rest(untilMs: number): void {
    this.#restUntilMs = untilMs
  }

  /** Notes that the wallet has less to spare than requested. @returns whether asking for less is worthwhile */
  limit(most: bigint): boolean {
    this.#most = most
    return most >= this.#meanNow() * (REQUESTS_MIN / 4n)
  }

  /** Doubles the limit after a request was granted. */
  widen(): void {
    if (this.#most !== undefined) this.#most *= 2n
  }

  /** Returns how much of an allowance should be free: about the amount reserved in a second. */
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
