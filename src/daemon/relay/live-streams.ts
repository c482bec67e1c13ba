import type { Amount } from '../billing/amount.ts'
import type { Ledger } from '../billing/ledger/operations.ts'

/** Streams are accrued at least this often, so that a crash loses at most two seconds of earnings. */
const TICK_MS = 2_000
/** ... and whenever this much event data has passed, about a thousand tokens. */
const CHECK_CHARS = 100_000

/** A running stream as the ledger's keeper sees it. */
export interface LiveStream {
  readonly holdId: string
  /** The hold so far; grows by extension. */
  held: Amount
  /** The first hold: the size of one extension step. */
  readonly step: Amount
  accrued: Amount
  checkedChars: number
  /** What has been delivered costs this much by the cheap estimate. */
  costSoFar(): Amount
  chars(): number
  /** Ends the stream because the quota does not cover more of it. */
  stop(): void
  isExtending: boolean
  isExhausted: boolean
}

/** Keeps the holds of running streams ahead of what they cost. */
export class LiveStreams {
  readonly #streams = new Set<LiveStream>()
  readonly #ledger: Ledger
  readonly #timer: NodeJS.Timeout

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    this.#timer = setInterval(() => this.tick(), TICK_MS)
    this.#timer.unref()
  }

  get size(): number {
    return this.#streams.size
  }

  add(stream: LiveStream): void {
    this.#streams.add(stream)
  }

  remove(stream: LiveStream): void {
    this.#streams.delete(stream)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Called for each piece of a stream: looks closer only now and then. */
  grew(stream: LiveStream): void {
    if (stream.chars() - stream.checkedChars >= CHECK_CHARS) this.check(stream)
  }

  tick(): void {
    for (const stream of this.#streams) if (stream.chars() > stream.checkedChars) this.check(stream)
  }

  /** Accrues what was earned and extends the hold at four fifths of it. */
  check(stream: LiveStream): void {
    stream.checkedChars = stream.chars()
    const cost = stream.costSoFar()
    const accrued = (cost < stream.held ? cost : stream.held) as Amount
    if (accrued > stream.accrued) {
      stream.accrued = accrued
      // A lost accrual only makes a crash cheaper for the user; the settle does not depend on it.
      this.#ledger.submit({ op: 'accrue', id: stream.holdId, accrued }).catch(() => {})
    }
    if (cost * 5n < stream.held * 4n) return
    if (stream.isExhausted && cost >= stream.held) return stream.stop()
    if (!stream.isExtending && !stream.isExhausted) void this.#extend(stream, cost)
  }

  async #extend(stream: LiveStream, cost: Amount): Promise<void> {
    stream.isExtending = true
    try {
      const target = ((cost > stream.held ? cost : stream.held) + stream.step) as Amount
      if (await this.#raise(stream, target)) return
    } catch {
      // The store cannot answer now: the stream lives on what it holds, and the next check asks again.
    } finally {
      stream.isExtending = false
    }
  }

  /** Raises the hold to `target`, or to what is left when that is less. */
  async #raise(stream: LiveStream, target: Amount): Promise<boolean> {
    const outcome = await this.#ledger.submit({ op: 'extend', id: stream.holdId, amount: target })
    if (outcome.ok) {
      stream.held = target
      return true
    }
    if ((outcome.reason !== 'wallet' && outcome.reason !== 'token') || !this.#streams.has(stream))
      return false
    stream.isExhausted = true
    const rest = (stream.held + outcome.available) as Amount
    if (outcome.available <= 0n || rest >= target) return false
    const last = await this.#ledger.submit({ op: 'extend', id: stream.holdId, amount: rest })
    if (last.ok) stream.held = rest
    return last.ok
  }
}
