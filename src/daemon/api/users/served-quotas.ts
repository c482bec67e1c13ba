import type { Clock } from '../../clock.ts'
import { noSiblings, type Siblings } from '../../workers/siblings.ts'

/** What an administrator was shown of an account. */
interface Shown {
  readonly actorId: number
  readonly userId: number
  readonly quota: number
}

const KEPT_MS = 3_600_000
const ENTRIES_MAX = 20_000

/**
 * The balance that an administrator was last shown. A form that sends an absolute balance without saying what it was
 * loaded with means this one; booking the difference to it keeps what was spent while the form was open.
 */
export class ServedQuotas {
  readonly #clock: Clock
  readonly #shown = new Map<string, { readonly quota: number; readonly atMs: number }>()
  readonly #tell: (shown: Shown) => void

  constructor(clock: Clock, siblings: Siblings = noSiblings) {
    this.#clock = clock
    this.#tell = siblings.share('served quota', (shown: Shown) => this.#keep(shown))
  }

  /** Another worker may get what the administrator sends back. */
  note(actorId: number, userId: number, quota: number): void {
    const shown = { actorId, userId, quota }
    this.#keep(shown)
    this.#tell(shown)
  }

  #keep({ actorId, userId, quota }: Shown): void {
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
