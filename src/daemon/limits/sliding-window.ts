/**
 * The attempts of one key within the last `windowMs`, newest at the end, as runs of (time, count). Only the newest
 * `limit` attempts can matter, and for high limits times are rounded to a thousandth of the window, so a window never
 * holds more than about a thousand runs, whatever its limit.
 */
export class SlidingWindow {
  #times = new Float64Array(4)
  #counts = new Float64Array(4)
  #head = 0
  #runs = 0
  #total = 0
  #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** The number of stored attempts; memory use is at most proportional to it. */
  get size(): number {
    return this.#total
  }

  /** Returns the attempts that count now. */
  count(now: number, windowMs: number): number {
    this.#windowMs = windowMs
    this.#expire(now)
    return this.#total
  }

  /** Reports whether all attempts have expired. */
  isIdle(now: number): boolean {
    this.#expire(now)
    return this.#runs === 0
  }

  /**
   * Returns the milliseconds until another attempt fits; 0 = now. Attempts count exactly `windowMs`: one at t stops
   * counting at t + windowMs.
   */
  waitMs(now: number, limit: number, windowMs: number): number {
    this.#windowMs = windowMs
    this.#expire(now)
    let surplus = this.#total - limit
    if (surplus < 0) return 0
    for (let index = 0; index < this.#runs; index++) {
      const at = this.#slot(index)
      surplus -= this.#counts[at] ?? 0
      if (surplus < 0) return Math.max(1, (this.#times[at] ?? 0) + windowMs - now)
    }
    return windowMs
  }

  add(now: number, limit: number, windowMs: number): void {
    this.#windowMs = windowMs
    this.#expire(now)
    const grain = limit > RUNS_MAX ? Math.max(1, Math.ceil(windowMs / RUNS_MAX)) : 1
    // Round up: an attempt may count a little too long, never too short.
    const time = Math.ceil(now / grain) * grain
    const last = this.#slot(this.#runs - 1)
    if (this.#runs > 0 && (this.#times[last] ?? 0) >= time) this.#counts[last] = (this.#counts[last] ?? 0) + 1
    else this.#append(time)
    this.#total += 1
    while (this.#total > Math.max(limit, 1)) this.#dropOldest(1)
  }

  /** Removes the newest attempt. @returns whether there was one that counted */
  giveBack(now: number): boolean {
    this.#expire(now)
    if (this.#runs === 0) return false
    const last = this.#slot(this.#runs - 1)
    const left = (this.#counts[last] ?? 0) - 1
    this.#counts[last] = left
    if (left === 0) this.#runs -= 1
    this.#total -= 1
    return true
  }

  #slot(index: number): number {
    return (this.#head + index) & (this.#times.length - 1)
  }

  #append(time: number): void {
    if (this.#runs === this.#times.length) this.#grow()
    const at = this.#slot(this.#runs)
    this.#times[at] = time
    this.#counts[at] = 1
    this.#runs += 1
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2)
    const counts = new Float64Array(this.#times.length * 2)
    for (let index = 0; index < this.#runs; index++) {
      times[index] = this.#times[this.#slot(index)] ?? 0
      counts[index] = this.#counts[this.#slot(index)] ?? 0
    }
    this.#times = times
    this.#counts = counts
    this.#head = 0
  }

  #expire(now: number): void {
    const horizon = now - this.#windowMs
    while (this.#runs > 0 && (this.#times[this.#head] ?? 0) <= horizon)
      this.#dropOldest(this.#counts[this.#head] ?? 0)
  }

  #dropOldest(count: number): void {
    const left = (this.#counts[this.#head] ?? 0) - count
    this.#total -= count
    if (left > 0) {
      this.#counts[this.#head] = left
      return
    }
    this.#head = this.#slot(1)
    this.#runs -= 1
  }
}

/** Approximate maximum number of runs in a window. */
const RUNS_MAX = 1024
