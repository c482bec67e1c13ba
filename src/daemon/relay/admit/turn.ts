import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How long one piece of work may block the event loop; short enough for streams served meanwhile not to be affected.
 */
const TURN_MS = 10

/** Splits long work into turns, so that other requests are served in between. */
export class Turn {
  #startedMs = performance.now()

  /** Call and await this regularly: yields to the event loop once this turn has lasted long enough. */
  async mayEnd(): Promise<void> {
    if (performance.now() - this.#startedMs < TURN_MS) return
    await nextTurn()
    this.#startedMs = performance.now()
  }
}
