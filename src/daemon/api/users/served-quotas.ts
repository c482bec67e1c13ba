import type { Clock } from '../../clock.ts'
import { noSiblings, type Siblings } from '../../workers/siblings.ts'

/** A balance that an administrator has seen. */
interface Shown {
  readonly actorId: number
  readonly userId: number
  readonly quota: number
}

const KEPT_MS = 3_600_000
const ENTRIES_MAX = 20_000

/**
 * Remembers the balance of each account that an administrator last saw. A form that sends an absolute balance without
 * the value it was loaded with refers to this one; booking the difference keeps charges from the time while the form
 * was open.
 */
export class ServedQuotas {
  readonly #clock: Clock
  readonly #shown = new Map<string, { readonly quota: number; readonly atMs: number }>()
  readonly #tell: (shown: Shown) => void

  constructor(clock: Clock, siblings: Siblings = noSiblings) {
    this.#clock = clock
    this.#tell = siblings.share('served quota', (shown: Shown) => this.#keep(shown))
  }

  /** Shares the balance with the other workers, because any of them may receive the form. */
  note(actorId: number, userId: number, quota: number): void {
    const shown = { actorId, userId, quota }
    this.#keep(shown)
    this.#tell(shown)
  }

  #keep({ actorId, userId, quota }: Shown): void {
    const key = `${actorId}:${userId}`
    // Deleted and set again, so that the map stays ordered by time and the oldest entry is dropped first.
    this.#shown.delete(key)
    this.#shown.set(key, { quota, atMs: this.#clock.now() })
    const oldest = this.#shown.keys().next()
    if (this.#shown.size > ENTRIES_MAX && !oldest.done) this.#shown.delete(oldest.value)
  }

  /** @returns undefined if the administrator has not seen a balance within the last hour */
  last(actorId: number, userId: number): number | undefined {
    const shown = this.#shown.get(`${actorId}:${userId}`)
    return shown && this.#clock.now() - shown.atMs < KEPT_MS ? shown.quota : undefined
  }
}
