import type { Clock } from '../../clock.ts'

const KEPT_MS = 3_600_000
const ENTRIES_MAX = 20_000

/**
 * The balance that an administrator was last shown. A form that sends an absolute balance without saying what it was
 * loaded with means this one; booking the difference to it keeps what was spent while the form was open.
 */
export class ServedQuotas {
  readonly #clock: Clock
  readonly #shown = new Map<string, { readonly quota: number; readonly atMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(actorId: number, userId: number, quota: number): void {
    const key = `${actorId}:${userId}`
    // Delete and set again, so that the map stays ordered by time and the oldest is dropped first.
    this.#shown.delete(key)
    this.#shown.set(key, { quota, atMs: this.#clock.now() })
    const oldest = this.#shown.keys().next()
    if (this.#shown.size > ENTRIES_MAX && !oldest.done) this.#shown.delete(oldest.value)
  }

  /** @returns undefined when nothing was shown within the last hour */
  last(actorId: number, userId: number): number | undefined {
    const shown = this.#shown.get(`${actorId}:${userId}`)
    return shown && this.#clock.now() - shown.atMs < KEPT_MS ? shown.quota : undefined
  }
}
