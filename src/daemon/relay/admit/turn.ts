import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one piece of work may keep the event loop to itself: a stream beside it does not notice. */
const TURN_MS = 10

/** Work that is long in all, done in turns: others have theirs in between. */
export class Turn {
  #startedMs = performance.now()

  /** To be awaited now and then; gives way once this turn has lasted long enough. */
  async mayEnd(): Promise<void> {
    if (performance.now() - this.#startedMs < TURN_MS) return
    await nextTurn()
    this.#startedMs = performance.now()
  }
}
