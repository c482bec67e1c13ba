/** How much of a stream is read after its client has left. */
const DRAIN_BYTES_MAX = 4_194_304

/**
 * Limits how long a stream is read after its client has left. It is read to its end, where the usage is, so that
 * clients who leave after the last word pay as much as those who stay; but not forever, because nobody reads the
 * answer.
 */
export class LateLeaver {
  readonly #boundMs: number
  readonly #giveUp: () => void
  #timer: NodeJS.Timeout | undefined
  #bytes = 0
  #hasLeft = false

  /** @param boundMs how long to keep reading; 0 = not at all */
  constructor(boundMs: number, giveUp: () => void) {
    this.#boundMs = boundMs
    this.#giveUp = giveUp
  }

  get hasLeft(): boolean {
    return this.#hasLeft
  }

  leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    if (this.#boundMs === 0) return this.#giveUp()
    this.#timer = setTimeout(this.#giveUp, this.#boundMs)
  }

  /** Call this for all bytes read; counts only those that nobody receives. */
  read(bytes: number): void {
    if (!this.#hasLeft) return
    this.#bytes += bytes
    if (this.#bytes > DRAIN_BYTES_MAX) this.#giveUp()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
