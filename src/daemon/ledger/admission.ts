import type { Logger } from 'pino'
import type { LedgerQueue } from './ledger.ts'
import type { Extend, Lent, Outcome, Reserve } from './operations.ts'

/**
 * How long a request that lacks money waits for other daemons to give allowances back. They are notified at once through
 * Redis, otherwise they notice with their next sweep. The limit leaves room for a slow daemon. A dead daemon does not answer,
 * and its allowances are recovered later.
 */
const RECALL_MS = 4_000
const RETRY_MS = 40

export interface AdmissionOptions {
  /** Returns this daemon's allowances for a user to the wallet. */
  readonly recall: (userId: number) => Promise<void>
  /** Asks the other daemons to do the same. */
  readonly announce: (userId: number) => Promise<void>
  readonly log: Pick<Logger, 'error'>
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Admits requests with a durable hold. Before it refuses one for lack of money, it recalls the allowances of the user. */
export class Admission {
  readonly #queue: Pick<LedgerQueue, 'submit'>
  readonly #options: AdmissionOptions
  /** Waits for other daemons, by user: all of a user's requests that lack money share one wait. */
  readonly #waits = new Map<number, Promise<void>>()

  constructor(queue: Pick<LedgerQueue, 'submit'>, options: AdmissionOptions) {
    this.#queue = queue
    this.#options = options
  }

  async admit(operation: Reserve | Extend): Promise<Outcome> {
    const outcome = await this.#queue.submit(operation)
    const lent = lentOf(outcome)
    return lent === undefined ? outcome : this.#askBack(operation, lent)
  }

  /**
   * Resolves when no daemon has an allowance of the user, or after the daemons had enough time to give it back.
   * @param isLent reports whether a daemon still has one
   */
  async untilGivenBack(userId: number, isLent: () => Promise<boolean>): Promise<void> {
    for (const endMs = this.#options.now() + RECALL_MS; this.#options.now() < endMs; ) {
      if (!(await isLent())) return
      await this.#untilHeard({ userId, isElsewhere: true })
    }
  }

  async #askBack(operation: Reserve | Extend, first: Lent): Promise<Outcome> {
    const { now, recall } = this.#options
    const endMs = now() + RECALL_MS
    let outcome: Outcome
    for (let lent: Lent | undefined = first, round = 0; ; round += 1) {
      void recall(lent.userId)
      // Operations are applied in order, so this daemon's allowances are given back first.
      if (lent.isElsewhere || round > 0) await this.#untilHeard(lent)
      outcome = await this.#queue.submit(operation)
      lent = lentOf(outcome)
      if (lent === undefined) return outcome
      if (now() >= endMs) break
    }
    return operation.op === 'reserve' ? this.#queue.submit({ ...operation, isLastTry: true }) : outcome
  }

  /** Announces that a user is short of money and gives the other daemons a moment to react. */
  #untilHeard({ userId, isElsewhere }: Lent): Promise<void> {
    const waiting = this.#waits.get(userId)
    if (waiting !== undefined) return waiting
    const asked = isElsewhere ? this.#options.announce(userId) : Promise.resolve()
    const heard = asked
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, userId }, 'other daemons could not be asked for an allowance'),
      )
      .then(() => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS)))
      .finally(() => this.#waits.delete(userId))
    this.#waits.set(userId, heard)
    return heard
  }
}

const lentOf = (outcome: Outcome): Lent | undefined =>
  !outcome.ok && 'lent' in outcome ? outcome.lent : undefined
