/** How much of a stream is read after its client has left. */
const DRAIN_BYTES_MAX = 4_194_304

/**
 * A client that has left while its stream goes on. The stream is read to its end, where its usage stands, but not for
 * ever: somebody who leaves after the last word pays what somebody who stays pays, and an answer that nobody reads is
 * ended.
 */
export class LateLeaver {
  readonly #boundMs: number
  readonly #giveUp: () => void
  #timer: NodeJS.Timeout | undefined
  #bytes = 0
  #hasLeft = false

  /** @param boundMs how long to read on; 0 = not at all */
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

  /** To be called for what is read; counts only what nobody receives. */
  read(bytes: number): void {
    if (!this.#hasLeft) return
    this.#bytes += bytes
    if (this.#bytes > DRAIN_BYTES_MAX) this.#giveUp()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
