/** How long used tokens count. */
export const TOKEN_WINDOW_MS = 60_000

/**
 * The tokens that calls with one key have used within the last minute, by call. A call counts with its estimate until
 * its actual usage is known.
 */
export class TokenWindow {
  /** Calls in the order of their times. */
  readonly #calls = new Map<string, { readonly time: number; readonly tokens: number }>()
  #total = 0

  /** Reports whether all calls have expired. */
  isIdle(now: number): boolean {
    this.#expire(now)
    return this.#calls.size === 0
  }

  /** Returns the milliseconds until this many tokens fit; 0 = now. */
  waitMs(now: number, tokens: number, limit: number): number {
    this.#expire(now)
    let surplus = this.#total + tokens - limit
    if (surplus <= 0) return 0
    for (const call of this.#calls.values()) {
      surplus -= call.tokens
      if (surplus <= 0) return Math.max(1, call.time + TOKEN_WINDOW_MS - now)
    }
    return TOKEN_WINDOW_MS
  }

  add(now: number, id: string, tokens: number): void {
    this.#calls.set(id, { time: now, tokens })
    this.#total += tokens
  }

  /**
   * Sets the actual usage of a call. If its estimate no longer counts, the usage beyond the estimate counts from now
   * on.
   */
  correct(now: number, id: string, { reserved, used }: { reserved: number; used: number }): void {
    this.#expire(now)
    const call = this.#calls.get(id)
    if (call === undefined) {
      if (used > reserved) this.add(now, id, used - reserved)
      return
    }
    this.#total += used - call.tokens
    if (used === 0) this.#calls.delete(id)
    else this.#calls.set(id, { time: call.time, tokens: used })
  }

  #expire(now: number): void {
    for (const [id, call] of this.#calls) {
      if (call.time > now - TOKEN_WINDOW_MS) return
      this.#calls.delete(id)
      this.#total -= call.tokens
    }
  }
}
