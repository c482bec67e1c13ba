import type { Clock } from '../../clock.ts'
import type { Ledger, Shortage } from '../../ledger/operations.ts'
import { type Amount, ZERO } from '../../money/amount.ts'
import { Roster } from '../../roster.ts'
import { HOLD_DEADLINE_MS, type Hold } from '../hold/reserve.ts'

/** Streams are accrued at least this often, so that recovery after a crash misses at most two seconds. */
const LAP_MS = 2_000
/** Streams are also accrued whenever this much event data has passed, about a thousand tokens. */
const CHECK_CHARS = 100_000
/** In each lap, the streams are checked in this many groups. Thousands at once would block event loop and ledger. */
export const TURNS = 20
const TURN_MS = LAP_MS / TURNS

/** The progress reported by a running stream. */
export interface Growth {
  /** Returns the likely cost so far: the hold is kept above it. */
  costSoFar(): Amount
  /** Returns what is certain to be charged so far, even if the daemon dies now. */
  earned(): Amount
  /** Returns the characters delivered; only grows. */
  chars(): number
  /** Ends the stream because the quota does not cover more of it. */
  stop(): void
}

/** A running stream and its hold. */
export interface LiveStream extends Growth {
  readonly holdId: string
  /** The hold so far; grows by extension. */
  held: Amount
  /** The first hold, which is also the size of one extension step. */
  readonly step: Amount
  accrued: Amount
  /** After this time, the sweeper treats the hold as a leak. */
  deadlineMs: number
  checkedChars: number
  isExtending: boolean
  /** Its index among the running streams. */
  place: number
  /** Set once the hold can grow no further. */
  shortage: Shortage | undefined
}

/** Describes a stream that has earned nothing yet. */
export const startLive = (
  { id, amount, atMs }: Pick<Hold, 'id' | 'amount' | 'atMs'>,
  growth: Growth,
): LiveStream => ({
  ...growth,
  holdId: id,
  held: amount,
  step: amount,
  accrued: ZERO,
  deadlineMs: atMs + HOLD_DEADLINE_MS,
  checkedChars: 0,
  isExtending: false,
  place: -1,
  shortage: undefined,
})

/** Whether four fifths of the hold have been used. */
const isNearlySpent = (stream: LiveStream): boolean => stream.costSoFar() * 5n >= stream.held * 4n

/** Keeps the holds of running streams above their costs. */
export class LiveStreams {
  readonly #streams = new Roster<LiveStream>()
  readonly #ledger: Ledger
  readonly #clock: Clock
  /** Runs while there are streams. */
  #timer: NodeJS.Timeout | undefined
  readonly #now: () => number
  #turn = 0
  /** When the next turn should run, on the clock of `elapsedMs`. */
  #dueMs = 0

  /** @param elapsedMs returns milliseconds of a monotonic clock */
  constructor(ledger: Ledger, clock: Clock, elapsedMs = () => performance.now()) {
    this.#ledger = ledger
    this.#clock = clock
    this.#now = elapsedMs
  }

  get size(): number {
    return this.#streams.size
  }

  add(stream: LiveStream): void {
    stream.place = this.#streams.add(stream)
    if (this.#timer !== undefined) return
    this.#dueMs = this.#now() + TURN_MS
    this.#timer = setInterval(() => this.#takeDueTurns(), TURN_MS).unref()
  }

  remove(stream: LiveStream): void {
    if (this.#isRunning(stream)) this.#streams.remove(stream.place)
  }

  #isRunning(stream: LiveStream): boolean {
    return this.#streams.at(stream.place) === stream
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Called for each piece of a stream; checks the stream only now and then. */
  grew(stream: LiveStream): void {
    if (stream.chars() - stream.checkedChars >= CHECK_CHARS) this.check(stream)
  }

  /**
   * The timer may fire late when the event loop is busy. Missed turns are then made up, so that a lap takes no longer.
   */
  #takeDueTurns(): void {
    if (this.size === 0) return this.close()
    const nowMs = this.#now()
    this.#dueMs = Math.max(this.#dueMs, nowMs - LAP_MS + TURN_MS)
    for (; this.#dueMs <= nowMs; this.#dueMs += TURN_MS) this.takeTurn()
  }

  /** Checks every twentieth stream. */
  takeTurn(): void {
    const turn = this.#turn
    this.#turn = (turn + 1) % TURNS
    for (const stream of this.#streams) {
      if (stream.place % TURNS !== turn) continue
      this.#keepHold(stream)
      if (stream.chars() > stream.checkedChars) this.check(stream)
    }
  }

  /**
   * Renews the deadline of a hold. Sessions may last for days, even silent ones, and without their hold nothing would
   * stop them at the end of the quota.
   */
  #keepHold(stream: LiveStream): void {
    const nowMs = this.#clock.now()
    if (stream.deadlineMs - nowMs > HOLD_DEADLINE_MS / 2) return
    const before = stream.deadlineMs
    const deadlineMs = nowMs + HOLD_DEADLINE_MS
    stream.deadlineMs = deadlineMs
    this.#ledger
      .submit({ op: 'accrue', id: stream.holdId, accrued: stream.accrued, deadlineMs })
      .catch(() => {
        stream.deadlineMs = before
      })
  }

  /** Accrues what was earned, and extends the hold if four fifths of it are used. */
  check(stream: LiveStream): void {
    stream.checkedChars = stream.chars()
    const cost = stream.costSoFar()
    this.#accrue(stream)
    if (!isNearlySpent(stream)) return
    if (stream.shortage && cost >= stream.held) return stream.stop()
    if (!stream.isExtending && !stream.shortage) void this.#extend(stream)
  }

  #accrue(stream: LiveStream): void {
    const earned = stream.earned()
    const accrued = earned < stream.held ? earned : stream.held
    if (accrued <= stream.accrued) return
    stream.accrued = accrued
    // A lost accrual only makes a crash cheaper for the user; settling does not depend on it.
    this.#ledger.submit({ op: 'accrue', id: stream.holdId, accrued }).catch(() => {})
  }

  /** Raises the hold until it is sufficient again: the cost may have grown while the database was updated. */
  async #extend(stream: LiveStream): Promise<void> {
    stream.isExtending = true
    try {
      while (this.#isRunning(stream) && !stream.shortage && isNearlySpent(stream)) {
        const cost = stream.costSoFar()
        await this.#raise(stream, ((cost > stream.held ? cost : stream.held) + stream.step) as Amount)
      }
    } catch {
      // The database cannot answer now: the stream continues on its current hold, and the next check tries again.
    } finally {
      stream.isExtending = false
    }
    if (!this.#isRunning(stream)) return
    // A session may be silent for a long time after this, so check now what its hold covers.
    const cost = stream.costSoFar()
    this.#accrue(stream)
    if (stream.shortage && cost >= stream.held) stream.stop()
  }

  /**
   * Raises the hold to `target`, or to what is left if that is less.
   * @throws Error if the ledger refuses for a reason other than quota: the hold no longer belongs to this stream
   */
  async #raise(stream: LiveStream, target: Amount): Promise<void> {
    const outcome = await this.#ledger.submit({ op: 'extend', id: stream.holdId, amount: target })
    if (outcome.ok) {
      stream.held = target
      return
    }
    if (outcome.reason !== 'wallet' && outcome.reason !== 'token' && outcome.reason !== 'period')
      throw new Error(outcome.reason)
    if (!this.#isRunning(stream)) return
    stream.shortage = outcome
    // In the current period, a hold from an earlier period counts in full, so all of it must be available.
    for (const rest of [stream.held + outcome.available, outcome.available]) {
      if (rest <= stream.held || rest >= target) continue
      const last = await this.#ledger.submit({ op: 'extend', id: stream.holdId, amount: rest as Amount })
      if (!last.ok) continue
      stream.held = rest as Amount
      return
    }
  }
}
